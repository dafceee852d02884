import { fileName, rowDictText } from "../../../runtime/format/cell-text.ts";
import { storedFiles } from "../../../runtime/format/stored-files.ts";
import type { CellProps } from "../cell-props.ts";
import { FileLink } from "./FileLink.tsx";

/** Names of stored files as they were uploaded; a press shows or opens the file. */
export function FileCell({ value, row, subject, context }: CellProps) {
  const names = rowDictText(row, subject.name)?.split(",");
  return (
    <span className="sc-run">
      {storedFiles(value).map(({ path, name }, index) => (
        <FileLink
          key={path}
          className="sc-link"
          name={name ?? names?.[index] ?? fileName(path)}
          path={path}
          url={context.fileUrl(path)}
        />
      ))}
    </span>
  );
}
