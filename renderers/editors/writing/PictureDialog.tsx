import UploadOutlined from "@ant-design/icons/UploadOutlined";
import { Input, Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { fileName } from "../../../runtime/format/cell-text.ts";
import { isSafeLink } from "../../../runtime/format/html-policy.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { ChooseButton } from "../uploads/ChooseButton.tsx";
import { UploadLine } from "../uploads/UploadLine.tsx";
import { UploadNotes } from "../uploads/UploadNotes.tsx";
import { UploadZone } from "../uploads/UploadZone.tsx";
import { hintOf } from "../uploads/upload-rules.ts";
import { useUploadList } from "../uploads/use-upload-list.ts";
import { writingMessages } from "./writing-messages.ts";

const { pictureDialog: texts } = writingMessages;

export interface Picture {
  /** http(s), or a path of this site. */
  readonly src: string;
  readonly alt: string;
}

interface PictureDialogProps {
  readonly editor: EditorProps;
  onDone(pictures: readonly Picture[]): void;
  onClose(): void;
}

type Tab = "local" | "network";

/** PCK-12: pictures from this computer, or one by its address. */
export const PictureDialog = observer(function PictureDialog({ editor, onDone, onClose }: PictureDialogProps) {
  const { services } = editor;
  const [tab, setTab] = useState<Tab>("local");
  const [value, setValue] = useState<unknown>(null);
  const [address, setAddress] = useState("");
  const [alt, setAlt] = useState("");
  const [problem, setProblem] = useState("");
  const rules = { images: true, count: 0 };
  const inner: EditorProps = {
    ...editor,
    id: `${editor.id}-pictures`,
    title: texts.upload,
    options: { type: "image-upload", biz: "upload", count: 0 },
    value,
    text: undefined,
    disabled: false,
    aria: { "aria-required": undefined, "aria-invalid": undefined, "aria-describedby": undefined },
    onChange: setValue,
    onBusy: () => undefined,
  };
  const list = useUploadList(inner, "upload", rules);
  const stored = (): readonly Picture[] =>
    list.tiles.flatMap(({ path, name }) =>
      path ? [{ src: services.fileUrl(path), alt: alt.trim() || nameOf(name) }] : [],
    );
  const take = () => {
    const wanted = address.trim();
    if (tab === "network" && !isSafeLink(wanted)) return setProblem(texts.wrong);
    if (tab === "network") return onDone([{ src: wanted, alt: alt.trim() || nameOf(fileName(wanted)) }]);
    if (list.isBusy) return setProblem(uploadCellMessages.field.wait);
    const pictures = stored();
    if (pictures.length === 0) return setProblem(texts.none);
    return onDone(pictures);
  };
  const change = (next: Tab) => {
    setTab(next);
    setProblem("");
  };
  const local = (
    <UploadZone {...inner} list={list} className="sc-upload">
      <ChooseButton {...inner} list={list} rules={rules} look={{ icon: <UploadOutlined aria-hidden="true" /> }}>
        {texts.choose}
      </ChooseButton>
      <ul className="sc-upload-files">
        {list.tiles.map((tile) => (
          <UploadLine key={tile.key} tile={tile} list={list} services={services} disabled={false} />
        ))}
      </ul>
      <UploadNotes list={list} hint={hintOf(list.rules)} />
    </UploadZone>
  );
  const network = (
    <Input
      aria-label={texts.address}
      aria-invalid={problem !== "" || undefined}
      status={problem ? "error" : ""}
      placeholder={texts.addressHint}
      value={address}
      onChange={(event) => {
        setAddress(event.target.value);
        setProblem("");
      }}
      onPressEnter={take}
    />
  );
  return (
    <KeyScope>
      <ModalDialog
        width={520}
        title={texts.title}
        footer={<DialogFoot okText={texts.insert} onOk={take} onCancel={onClose} />}
        onClose={onClose}
      >
        <Tabs
          activeKey={tab}
          onChange={(key) => change(key as Tab)}
          items={[
            { key: "local", label: texts.local, children: local },
            { key: "network", label: texts.network, children: network },
          ]}
        />
        <Input
          aria-label={texts.alt}
          placeholder={`${texts.alt}：${texts.altHint}`}
          style={{ marginTop: 12 }}
          maxLength={200}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <div className="sc-hint sc-bad" role="alert" style={{ minHeight: 20 }}>
          {problem}
        </div>
      </ModalDialog>
    </KeyScope>
  );
});

/** 门头.png → 门头 */
const nameOf = (file: string): string => file.replace(/\.[^.]+$/, "");
