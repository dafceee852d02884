import { observer } from "mobx-react-lite";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { UploadList } from "./upload-list.ts";

/** Below the files: what was wrong with a choice, which files were refused and why, or what may be chosen. */
export const UploadNotes = observer(function UploadNotes({
  list,
  hint,
}: {
  readonly list: UploadList;
  readonly hint: string;
}) {
  const failed = list.tiles.filter((tile) => tile.status === "error");
  if (!list.problem && failed.length === 0) return hint ? <div className="sc-hint">{hint}</div> : null;
  return (
    <div className="sc-hint sc-bad" role="alert">
      {list.problem ? <div>{list.problem}</div> : null}
      {failed.map((tile) => (
        <div key={tile.key}>{uploadCellMessages.field.failedBecause(tile.name, tile.message)}</div>
      ))}
    </div>
  );
});
