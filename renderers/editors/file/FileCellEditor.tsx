import CheckCircleFilled from "@ant-design/icons/CheckCircleFilled";
import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import DownOutlined from "@ant-design/icons/DownOutlined";
import LoadingOutlined from "@ant-design/icons/LoadingOutlined";
import PauseCircleFilled from "@ant-design/icons/PauseCircleFilled";
import UploadOutlined from "@ant-design/icons/UploadOutlined";
import { Button, Dropdown, Tooltip } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { previewKind } from "../../cells/file/file-preview.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { ChooseButton } from "../uploads/ChooseButton.tsx";
import { stepOf } from "../uploads/GoOnButton.tsx";
import { UploadDialog } from "../uploads/UploadDialog.tsx";
import { UploadZone } from "../uploads/UploadZone.tsx";
import type { UploadTile } from "../uploads/upload-list.ts";
import { useUploadList } from "../uploads/use-upload-list.ts";

const FilePreview = lazyPart(() =>
  import("../../cells/file/FilePreview.tsx").then((module) => ({ default: module.FilePreview })),
);

const texts = uploadCellMessages;

/** UPL-03: characters of a name that a narrow cell shows. */
const namePlaces = 5;
function shortName(name: string): string {
  const characters = [...name];
  return characters.length > namePlaces ? `${characters.slice(0, namePlaces).join("")}…` : name;
}

/** UPL-03: the file of a cell with its state and a menu; without one, a button. More files come through the popup. */
export const FileCellEditor = observer(function FileCellEditor(props: EditorProps) {
  const { options, disabled, services } = props;
  const own = options.type === "file" ? options : undefined;
  const biz = own?.biz ?? "temp";
  const list = useUploadList(props, biz, { images: false, count: 0 });
  const { rules } = list;
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const [tile, ...others] = list.tiles;
  const step = tile && stepOf(tile);
  const mayDownload = own?.download !== false;
  const mayRemove = own?.remove !== false && !disabled;
  const entries = tile
    ? [
        ...(tile.path && previewKind(tile.path) ? [{ key: "preview", label: texts.preview }] : []),
        ...(tile.path && mayDownload ? [{ key: "download", label: texts.download }] : []),
        ...(step && tile.inParts ? [{ key: "step", label: step.title }] : []),
        ...(mayRemove ? [{ key: "remove", label: texts.remove }] : []),
        ...(disabled ? [] : [{ key: "more", label: texts.more }]),
      ]
    : [];
  const run = (key: string) => {
    if (key === "more") setOpen(true);
    else if (key === "step" && tile) step?.run(list, tile.key);
    else if (key === "preview") setShown(true);
    else if (key === "remove" && tile) list.remove(tile.key);
    else if (tile?.path) window.open(services.fileUrl(tile.path), "_blank", "noopener");
  };
  return (
    // Leaving the cell while a file is on its way would stop it.
    <UploadZone
      {...props}
      onBlur={() => (list.isBusy || isOpen || isShown ? undefined : props.onBlur())}
      list={list}
      className="sc-upload-cell sc-line sc-tight"
    >
      {tile ? (
        <>
          <StateMark tile={tile} />
          <span className="sc-cut" title={tile.name}>
            {shortName(tile.name)}
            {others.length > 0 ? ` +${others.length}` : ""}
          </span>
          {entries.length > 0 ? (
            <Dropdown trigger={["click"]} menu={{ items: entries, onClick: ({ key }) => run(key) }}>
              <Button
                type="text"
                size="small"
                aria-label={texts.menu(tile.name)}
                icon={<DownOutlined aria-hidden="true" />}
              />
            </Dropdown>
          ) : null}
        </>
      ) : (
        <ChooseButton
          {...props}
          list={list}
          rules={rules}
          look={{ size: "small", icon: <UploadOutlined aria-hidden="true" /> }}
        >
          {uploadCellMessages.field.addFile}
        </ChooseButton>
      )}
      {list.problem ? (
        <span className="sc-hint sc-bad" role="alert">
          {list.problem}
        </span>
      ) : null}
      {isOpen ? (
        <KeyScope>
          <UploadDialog
            {...props}
            images={false}
            biz={biz}
            onDone={(files) => {
              setOpen(false);
              list.adopt(files);
            }}
            onClose={() => setOpen(false)}
          />
        </KeyScope>
      ) : null}
      {isShown && tile?.path ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <FilePreview
            name={tile.name}
            path={tile.path}
            url={services.fileUrl(tile.path)}
            onClose={() => setShown(false)}
          />
        </LazyBoundary>
      ) : null}
    </UploadZone>
  );
});

const marks = {
  done: <CheckCircleFilled aria-hidden="true" />,
  paused: <PauseCircleFilled aria-hidden="true" />,
  uploading: <LoadingOutlined aria-hidden="true" />,
};

/** On its way, stored, or refused; the mark of a refused one says why. */
function StateMark({ tile }: { readonly tile: UploadTile }) {
  const [isShown, setShown] = useState(false);
  if (tile.status === "error") {
    return (
      <>
        <Tooltip title={texts.failed}>
          <Button
            type="text"
            size="small"
            danger
            aria-label={texts.failed}
            icon={<CloseCircleFilled aria-hidden="true" />}
            onClick={() => setShown(true)}
          />
        </Tooltip>
        {isShown ? (
          <KeyScope>
            <ModalDialog
              width={416}
              title={texts.errorTitle}
              closesOutside
              footer={<DialogFoot okText={messages.form.close} onOk={() => setShown(false)} />}
              onClose={() => setShown(false)}
            >
              {tile.message || texts.unknownError}
            </ModalDialog>
          </KeyScope>
        ) : null}
      </>
    );
  }
  const percent = Math.round(tile.share * 100);
  const titles = {
    done: texts.done,
    paused: texts.paused(percent),
    uploading: uploadCellMessages.field.sending(percent),
  };
  const title = titles[tile.status];
  return (
    <Tooltip title={title}>
      <span role="img" aria-label={title} className={tile.status === "done" ? "sc-good" : undefined}>
        {marks[tile.status]}
      </span>
    </Tooltip>
  );
}
