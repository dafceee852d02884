import UploadOutlined from "@ant-design/icons/UploadOutlined";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { fileName } from "../../../runtime/format/cell-text.ts";
import type { FileEntry } from "../../../runtime/format/stored-files.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { ChooseButton } from "./ChooseButton.tsx";
import { UploadLine } from "./UploadLine.tsx";
import { UploadNotes } from "./UploadNotes.tsx";
import { UploadZone } from "./UploadZone.tsx";
import { hintOf } from "./upload-rules.ts";
import { useUploadList } from "./use-upload-list.ts";

/** What the popup gives for each file (UPL-02). */
export interface UploadedFile extends FileEntry {
  readonly id: string;
  /** Last part of the path. */
  readonly name: string;
  readonly url: string;
  readonly path: string;
  readonly status: "done";
}

interface UploadDialogProps extends EditorProps {
  readonly images: boolean;
  readonly biz: string;
  /** Files at most; 0 = any number. */
  readonly count?: number;
  onDone(files: readonly UploadedFile[]): void;
  onClose(): void;
}

/** UPL-01: files to upload in a popup of their own; confirmed without any, it says so and stays. */
export const UploadDialog = observer(function UploadDialog(props: UploadDialogProps) {
  const { images, biz, count = 0, services, onDone, onClose } = props;
  const [value, setValue] = useState<unknown>(null);
  const inner: EditorProps = {
    ...props,
    id: `${props.id}-popup`,
    value,
    text: undefined,
    disabled: false,
    onChange: setValue,
  };
  const list = useUploadList(inner, biz, { images, count });
  const { rules } = list;
  const texts = uploadCellMessages;
  const confirm = () => {
    const stored = list.tiles.flatMap(({ name, path, size }) => (path ? [{ name, path, size: size ?? 0 }] : []));
    if (list.isBusy) services.notify("warning", uploadCellMessages.field.wait);
    else if (stored.length === 0) services.notify("error", texts.nothing);
    else
      onDone(
        stored.map(({ name, path, size }) => ({
          id: path,
          name: fileName(path),
          url: services.fileUrl(path),
          path,
          status: "done",
          fileName: name,
          filePath: path,
          fileSize: size,
        })),
      );
  };
  return (
    <ModalDialog
      width={520}
      title={images ? texts.imagePopup : texts.filePopup}
      closesOutside
      footer={<DialogFoot okText={messages.form.confirm} onOk={confirm} onCancel={onClose} />}
      onClose={onClose}
    >
      <div className="sc-upload-popup">
        <UploadZone {...inner} list={list} className="sc-upload">
          <ChooseButton {...inner} list={list} rules={rules} look={{ icon: <UploadOutlined aria-hidden="true" /> }}>
            {images ? uploadCellMessages.field.add : uploadCellMessages.field.addFile}
          </ChooseButton>
          <ul className="sc-upload-files">
            {list.tiles.map((tile) => (
              <UploadLine key={tile.key} tile={tile} list={list} services={services} disabled={false} />
            ))}
          </ul>
          <UploadNotes list={list} hint={hintOf(rules)} />
        </UploadZone>
      </div>
    </ModalDialog>
  );
});
