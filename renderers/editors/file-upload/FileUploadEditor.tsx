import CloseOutlined from "@ant-design/icons/CloseOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import UploadOutlined from "@ant-design/icons/UploadOutlined";
import { observer } from "mobx-react-lite";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { ChooseButton } from "../uploads/ChooseButton.tsx";
import { UploadNotes } from "../uploads/UploadNotes.tsx";
import { UploadZone } from "../uploads/UploadZone.tsx";
import type { UploadTile } from "../uploads/upload-list.ts";
import { useUploadList } from "../uploads/use-upload-list.ts";

/** Files as lines: name, progress, a press opens a stored one. */
export const FileUploadEditor = observer(function FileUploadEditor(props: EditorProps) {
  const { options, disabled, services } = props;
  const biz = options.type === "file-upload" || options.type === "file" ? options.biz : undefined;
  const rules = { images: false, count: (options.type === "file-upload" ? options.count : undefined) ?? 0 };
  const list = useUploadList(props, biz ?? "temp", rules);
  const { tiles } = list;
  const hasRoom = rules.count === 0 || tiles.length < rules.count;
  return (
    <UploadZone {...props} list={list} className="sc-upload">
      {hasRoom && !disabled ? (
        <ChooseButton {...props} list={list} rules={rules} className="sc-upload-button">
          <UploadOutlined aria-hidden="true" />
          {messages.upload.addFile}
        </ChooseButton>
      ) : null}
      {disabled && tiles.length === 0 ? <span className="sc-none">{messages.dash}</span> : null}
      <ul className="sc-upload-files">
        {tiles.map((tile) => (
          <li key={tile.key} className={tile.status === "error" ? "sc-upload-file sc-upload-failed" : "sc-upload-file"}>
            <FileName tile={tile} url={tile.path ? services.fileUrl(tile.path) : undefined} />
            {tile.status === "error" ? (
              <button
                type="button"
                className="sc-icon-button"
                aria-label={messages.upload.retryOne(tile.name)}
                title={messages.upload.retry}
                onClick={() => list.retry(tile.key)}
              >
                <ReloadOutlined aria-hidden="true" />
              </button>
            ) : null}
            {disabled ? null : (
              <button
                type="button"
                className="sc-icon-button"
                aria-label={
                  tile.status === "uploading" ? messages.upload.cancel(tile.name) : messages.upload.remove(tile.name)
                }
                onClick={() => list.remove(tile.key)}
              >
                <CloseOutlined aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <UploadNotes list={list} hint={disabled ? "" : messages.upload.fileHint(rules.count)} />
    </UploadZone>
  );
});

function FileName({ tile, url }: { readonly tile: UploadTile; readonly url: string | undefined }) {
  if (tile.status === "done") {
    return (
      <a className="sc-link sc-cut" href={url} target="_blank" rel="noopener noreferrer" title={tile.name}>
        {tile.name}
      </a>
    );
  }
  const percent = Math.round(tile.share * 100);
  const state = tile.status === "error" ? messages.upload.failed : messages.upload.sending(percent);
  return (
    <>
      <span className="sc-cut" title={tile.message || tile.name}>
        {tile.name}
      </span>
      <span className="sc-upload-state sc-num">{state}</span>
    </>
  );
}
