import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import { Segmented, Select } from "antd";
import { IconButton } from "../../renderers/layouts/IconButton.tsx";
import { type BuildPartProps, columnTitle } from "./BuildColumns.tsx";
import { reportDesignerMessages } from "./report-preview-messages.ts";

const { build: texts } = reportDesignerMessages;

/** The order of the rows: columns of the result, the first counts most. */
export function BuildSorts({ build, paths, onChange }: BuildPartProps) {
  const { columns, sort } = build;
  const titleAt = (index: number) => {
    const column = columns[index];
    return column ? columnTitle(column, paths) : "";
  };
  const left = columns.flatMap((column, index) =>
    sort.some((one) => one.column === index) ? [] : [{ value: index, label: columnTitle(column, paths) }],
  );
  return (
    <>
      {sort.map(({ column, order }, index) => (
        <fieldset key={column} className="sc-line" aria-label={titleAt(column)}>
          <span className="sc-grow sc-cut">{titleAt(column)}</span>
          <Segmented
            aria-label={texts.order}
            value={order}
            options={[
              { value: "asc", label: texts.ascending },
              { value: "desc", label: texts.descending },
            ]}
            onChange={(next) =>
              onChange({ ...build, sort: sort.with(index, { column, order: next === "desc" ? "desc" : "asc" }) })
            }
          />
          <IconButton
            label={texts.remove(titleAt(column))}
            icon={<DeleteOutlined aria-hidden="true" />}
            onClick={() => onChange({ ...build, sort: sort.toSpliced(index, 1) })}
          />
        </fieldset>
      ))}
      <Select
        aria-label={texts.addSort}
        placeholder={texts.addSort}
        disabled={left.length === 0}
        options={left}
        value={null}
        onChange={(column: number | null) =>
          column === null ? undefined : onChange({ ...build, sort: [...sort, { column, order: "desc" }] })
        }
      />
    </>
  );
}
