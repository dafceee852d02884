import type { RowPickPlan } from "../../runtime/compile/plan.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { narrowingQuery, resolveNarrowing } from "../../runtime/record/narrowing.ts";
import { type RecordColumn, RecordDialog, type RecordQuery } from "../editors/picks/RecordDialog.tsx";
import { messages } from "../messages.ts";
import { pickMessages } from "../pick-messages.ts";

interface PickRowsProps {
  readonly pick: RowPickPlan;
  readonly services: ConsoleServices;
  /** The record that the rows belong to. */
  readonly master: Row;
  onDone(rows: readonly Row[]): void;
  onClose(): void;
}

/** Picks several rows of another model in one go; each becomes a row of the table. */
export function PickRows({ pick, services, master, onDone, onClose }: PickRowsProps) {
  const { model } = pick;
  const columnOf = (name: string): RecordColumn => {
    const field = model.fields.get(name);
    const isFigure = field !== undefined && isNumeric(field) && !field.dict;
    return {
      name,
      title: titleOf(name),
      scale: isFigure ? (field.scale ?? (field.type === "money" ? 2 : 0)) : undefined,
    };
  };
  const titleOf = (name: string) => model.fields.get(name)?.title ?? name;
  const where = narrowingQuery(resolveNarrowing(pick.where, { master, form: master, user: services.user }));
  const load = ({ keyword, pageNo, pageSize }: RecordQuery) =>
    services.lookUp<{ records: readonly Row[]; total: number }>({
      method: "GET",
      url: `${model.base}/list`,
      params: {
        ...where,
        ...(keyword ? { [model.titleField]: `*${keyword}*` } : {}),
        pageNo,
        pageSize,
      },
    });
  return (
    <RecordDialog
      title={pickMessages.record(model.title)}
      width={1000}
      searchHint={messages.form.input(titleOf(model.titleField))}
      columns={pick.columns.map(columnOf)}
      multiple
      picks={[]}
      load={load}
      pickOf={(row) => ({ value: String(row.id), text: String(row[model.titleField] ?? row.id), row })}
      onDone={(picks) => {
        onDone(picks.flatMap(({ row }) => (row ? [row] : [])));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
