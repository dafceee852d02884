import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button, Select } from "antd";
import { IconButton } from "../../renderers/layouts/IconButton.tsx";
import {
  type BuildColumn,
  type BuildField,
  type BuildOp,
  type BuildStep,
  buildOps,
  buildSteps,
  isFigure,
  isTime,
  type ReportBuild,
} from "../../runtime/online-reports/report-build.ts";
import { pathOptions } from "./PathSelect.tsx";
import { reportDesignerMessages } from "./report-preview-messages.ts";

const { build: texts } = reportDesignerMessages;

export interface BuildPartProps {
  readonly build: ReportBuild;
  readonly paths: ReadonlyMap<string, BuildField>;
  onChange(build: ReportBuild): void;
}

/** The columns of the result, in their order: groups as soon as one of them is a figure. */
export function BuildColumns({ build, paths, onChange }: BuildPartProps) {
  const { columns } = build;
  const put = (index: number, column: BuildColumn) => onChange({ ...build, columns: columns.with(index, column) });
  const options = pathOptions(paths);
  const add = (column: BuildColumn) => onChange({ ...build, columns: [...columns, column] });
  return (
    <>
      {columns.map((column, index) => {
        const title = columnTitle(column, paths);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <fieldset key={index} className="sc-line" aria-label={texts.column(index + 1)}>
            <Select
              className="sc-grow"
              showSearch
              aria-label={texts.field}
              optionFilterProp="label"
              disabled={column.path === ""}
              options={column.path === "" ? [{ value: "", label: texts.made.rows }] : options}
              value={column.path}
              onChange={(path) => put(index, { path })}
            />
            <Select
              className="sc-grow"
              aria-label={texts.how}
              disabled={column.path === ""}
              options={waysOf(paths.get(column.path))}
              value={column.op ?? column.by ?? "as-is"}
              onChange={(way) => put(index, withWay(column.path, way))}
            />
            <IconButton
              label={texts.up(title)}
              icon={<ArrowUpOutlined aria-hidden="true" />}
              disabled={index === 0}
              onClick={() => onChange(swapped(build, index, index - 1))}
            />
            <IconButton
              label={texts.down(title)}
              icon={<ArrowDownOutlined aria-hidden="true" />}
              disabled={index === columns.length - 1}
              onClick={() => onChange(swapped(build, index, index + 1))}
            />
            <IconButton
              label={texts.remove(title)}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => onChange(without(build, index))}
            />
          </fieldset>
        );
      })}
      <div className="sc-line sc-wrap">
        <Select
          className="sc-grow"
          showSearch
          aria-label={texts.addField}
          placeholder={texts.addField}
          optionFilterProp="label"
          options={options}
          value={null}
          onChange={(path: string | null) => path && add({ path })}
        />
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => add({ path: "" })}>
          {texts.addCount}
        </Button>
      </div>
    </>
  );
}

/** How a column is called, without how it is summed up. */
export const columnTitle = ({ path }: BuildColumn, paths: BuildPartProps["paths"]): string =>
  path === "" ? texts.made.rows : (paths.get(path)?.title ?? path);

/** As it is, by a step of time, or summed up: what makes sense for the type. */
function waysOf(field: BuildField | undefined) {
  const type = field?.type ?? "String";
  const steps = isTime(type) ? buildSteps : [];
  const ops = buildOps.filter(
    (op) => op === "count" || isFigure(type) || (isTime(type) && (op === "max" || op === "min")),
  );
  return [
    { value: "as-is", label: texts.asIs },
    ...steps.map((step) => ({ value: step as string, label: texts.made.steps[step] })),
    ...ops.map((op) => ({ value: op as string, label: texts.made.ops[op] })),
  ];
}

function withWay(path: string, way: string): BuildColumn {
  if (buildSteps.includes(way as BuildStep)) return { path, by: way as BuildStep };
  return buildOps.includes(way as BuildOp) ? { path, op: way as BuildOp } : { path };
}

function swapped(build: ReportBuild, one: number, other: number): ReportBuild {
  const { columns, sort } = build;
  const [first, second] = [columns[one], columns[other]];
  if (!first || !second) return build;
  const place = (column: number) => (column === one ? other : column === other ? one : column);
  return {
    ...build,
    columns: columns.with(one, second).with(other, first),
    sort: sort.map((each) => ({ ...each, column: place(each.column) })),
  };
}

function without(build: ReportBuild, index: number): ReportBuild {
  const { columns, sort } = build;
  return {
    ...build,
    columns: columns.toSpliced(index, 1),
    sort: sort.flatMap(({ column, order }) => {
      if (column === index) return [];
      return [{ column: column > index ? column - 1 : column, order }];
    }),
  };
}
