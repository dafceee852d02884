import { fileName, rowDictText } from "../../../runtime/format/cell-text.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import type { CellProps } from "../cell-props.ts";

/** Names of stored files as they were uploaded; a press opens the file. */
export function FileCell({ value, row, subject, context }: CellProps) {
  const names = rowDictText(row, subject.name)?.split(",");
  return (
    <span className="sc-files">
      {commaParts(value).map((path, index) => (
        <a key={path} className="sc-link" href={context.fileUrl(path)} target="_blank" rel="noopener noreferrer">
          {names?.[index] ?? fileName(path)}
        </a>
      ))}
    </span>
  );
}
