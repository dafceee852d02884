import { type Expression, sql } from "kysely";
import { type NamingField, type ReferringField, referringFields } from "../../runtime/model/referring-fields.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { listColumn } from "../db/list-column.ts";
import { refuse } from "../http/refusal.ts";
import type { Work } from "./engine-parts.ts";
import { selectRows } from "./read-rows.ts";
import { updateRow } from "./store-row.ts";
import { changedSystemValues } from "./system-values.ts";

/** What each answer (`onDelete`) does with the rows that name a row about to go. */
type Answers = Readonly<
  Record<
    ReferringField["onDelete"],
    (work: Work, naming: ReferringField, row: Row, model: ResolvedModel) => Promise<void>
  >
>;

/**
 * Answers for the rows that name the row by id, each as its field says; a field that says nothing leaves its row alone.
 *
 * @param remove deletes a row with what belongs to it
 * @throws AppError INVALID where a row keeps it (`restrict`)
 */
export async function answerReferring(
  work: Work,
  model: ResolvedModel,
  row: Row,
  remove: (model: ResolvedModel, row: Row) => Promise<void>,
): Promise<void> {
  const answers: Answers = {
    restrict: refuseNamed,
    async cascade(_work, naming, { id }) {
      for (const one of await namingRows(work, naming, String(id))) await remove(naming.model, one);
    },
    "set-null": emptyField,
  };
  for (const naming of referringFields(work.parts.models, model)) {
    await answers[naming.onDelete](work, naming, row, model);
  }
}

/** Rows in the recycle bin may come back: of those that name them, only the ones that refuse are asked. */
export async function refuseReferring(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  for (const naming of referringFields(work.parts.models, model)) {
    if (naming.onDelete === "restrict") await refuseNamed(work, naming, row, model);
  }
}

async function refuseNamed(
  { trx }: Work,
  naming: ReferringField,
  { id }: Row,
  { restrictMessage }: ResolvedModel,
): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(naming.model.table)}
    where ${names(naming, String(id))} limit 1`.execute(trx);
  if (rows.length > 0) throw refuse(restrictMessage ?? `存在${naming.model.title}，不能删除`);
}

async function emptyField(work: Work, { model, field }: ReferringField, named: Row): Promise<void> {
  for (const row of await namingRows(work, { model, field }, String(named.id))) {
    await updateRow(work, model, row, { ...row, [field.name]: null, ...changedSystemValues(work, row) });
  }
}

const namingRows = (work: Work, naming: NamingField, id: string) =>
  selectRows(work.trx, naming.model, names(naming, id), { sort: [{ field: "id", order: "asc" }], lock: true });

function names({ model, field }: NamingField, id: string): Expression<boolean> {
  const column = sql.ref(`${model.table}.${field.column}`);
  return field.multiple ? sql<boolean>`${id} = any(${listColumn(column)})` : sql<boolean>`${column} = ${id}`;
}
