import UploadOutlined from "@ant-design/icons/UploadOutlined";
import { observer } from "mobx-react-lite";
import { messages } from "../../messages.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { ChooseButton } from "../uploads/ChooseButton.tsx";
import { UploadLine } from "../uploads/UploadLine.tsx";
import { UploadNotes } from "../uploads/UploadNotes.tsx";
import { UploadZone } from "../uploads/UploadZone.tsx";
import { countOf, hintOf } from "../uploads/upload-rules.ts";
import { useUploadList } from "../uploads/use-upload-list.ts";

/** Files as lines: name, progress, a press opens a stored one. */
export const FileUploadEditor = observer(function FileUploadEditor(props: EditorProps) {
  const { options, disabled, services } = props;
  const biz = options.type === "file-upload" || options.type === "file" ? options.biz : undefined;
  const own = { images: false, count: (options.type === "file-upload" ? options.count : undefined) ?? 0 };
  const list = useUploadList(props, biz ?? "temp", own);
  const { tiles, rules } = list;
  const count = countOf(rules);
  const hasRoom = count === 0 || tiles.length < count;
  return (
    <UploadZone {...props} list={list} className="sc-upload">
      {hasRoom && !disabled ? (
        <ChooseButton {...props} list={list} rules={rules} look={{ icon: <UploadOutlined aria-hidden="true" /> }}>
          {uploadCellMessages.field.addFile}
        </ChooseButton>
      ) : null}
      {disabled && tiles.length === 0 ? <span className="sc-muted">{messages.dash}</span> : null}
      <ul className="sc-upload-files">
        {tiles.map((tile) => (
          <UploadLine key={tile.key} tile={tile} list={list} services={services} disabled={disabled} />
        ))}
      </ul>
      <UploadNotes list={list} hint={disabled ? "" : hintOf(rules)} />
    </UploadZone>
  );
});
