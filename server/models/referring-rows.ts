import { type Expression, sql } from "kysely";
import { type ReferringField, referringFields } from "../../runtime/model/referring-fields.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { listColumn } from "../db/list-column.ts";
import { refuse } from "../http/refusal.ts";
import type { Work } from "./engine-parts.ts";
import { selectRows } from "./read-rows.ts";
import { updateRow } from "./store-row.ts";
import { changedSystemValues } from "./system-values.ts";

/** What each answer (`onDelete`) does with the rows that name a row about to go. */
type Answers = Readonly<
  Record<ReferringField["onDelete"], (work: Work, named: ReferringField, id: string) => Promise<void>>
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
    async cascade(_work, named, id) {
      for (const naming of await namingRows(work, named, id)) await remove(named.model, naming);
    },
    "set-null": emptyField,
  };
  for (const named of referringFields(work.parts.models, model))
    await answers[named.onDelete](work, named, String(row.id));
}

/** Rows in the recycle bin may come back: of those that name them, only the ones that refuse are asked. */
export async function refuseReferring(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  for (const named of referringFields(work.parts.models, model)) {
    if (named.onDelete === "restrict") await refuseNamed(work, named, String(row.id));
  }
}

async function refuseNamed(work: Work, named: ReferringField, id: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(named.model.table)} where ${names(named, id)} limit 1`.execute(
    work.trx,
  );
  if (rows.length > 0) throw refuse(`存在${named.model.title}，不能删除`);
}

async function emptyField(work: Work, named: ReferringField, id: string): Promise<void> {
  for (const row of await namingRows(work, named, id)) {
    await updateRow(work, named.model, row, { ...row, [named.field.name]: null, ...changedSystemValues(work, row) });
  }
}

const namingRows = (work: Work, named: ReferringField, id: string) =>
  selectRows(work.trx, named.model, names(named, id), { sort: [{ field: "id", order: "asc" }], lock: true });

function names({ model, field }: ReferringField, id: string): Expression<boolean> {
  const column = sql.ref(`${model.table}.${field.column}`);
  return field.multiple ? sql<boolean>`${id} = any(${listColumn(column)})` : sql<boolean>`${column} = ${id}`;
}
