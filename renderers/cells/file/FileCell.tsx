import { fileName } from "../../../runtime/format/cell-text.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import type { CellProps } from "../cell-props.ts";

/** Names of stored files; a press opens the file. */
export function FileCell({ value, context }: CellProps) {
  return (
    <span className="sc-files">
      {commaParts(value).map((path) => (
        <a key={path} className="sc-link" href={context.fileUrl(path)} target="_blank" rel="noopener noreferrer">
          {fileName(path)}
        </a>
      ))}
    </span>
  );
}
