import { sql, type Transaction } from "kysely";
import { buttonPermission } from "../../../../runtime/online-forms/form-buttons.ts";
import { fieldNameOf } from "../../../../runtime/online-forms/form-columns.ts";
import { formPrefix } from "../../../../runtime/online-forms/names.ts";
import { authChannel } from "../../../auth/authentication.ts";
import { notifyOnCommit } from "../../../db/commit-notices.ts";
import type { Tables } from "../../../db/database.ts";
import { menuRowsOf } from "../rights/controls.ts";
import type { StoredForm } from "../stored-forms.ts";

type Trx = Transaction<Tables>;

/** What may be set up for a button. */
export const enhancementTables = ["onl_cgform_enhance_sql", "onl_cgform_enhance_java", "onl_cgform_script"] as const;

/** Takes along what hangs on names of buttons and fields from one definition of a form to the next. */
export async function followNames(trx: Trx, before: StoredForm, after: StoredForm): Promise<void> {
  const headId = after.head.id;
  const codes = new Map(after.buttons.map((button) => [button.id, button.buttonCode]));
  const names = new Map(after.fields.map((field) => [field.id, field.dbFieldName]));
  const gone = before.buttons.filter(({ id }) => !codes.has(id));
  await forgetButtons(
    trx,
    gone.map(({ buttonCode }) => ({ headId, code: buttonCode })),
  );
  await followButtons(
    trx,
    headId,
    renamed(before.buttons, ({ buttonCode }) => buttonCode, codes),
  );
  await followFields(
    trx,
    headId,
    renamed(before.fields, ({ dbFieldName }) => dbFieldName, names),
  );
}

type Renamed = readonly (readonly [before: string, after: string])[];

function renamed<Named extends { readonly id?: string | null | undefined }>(
  rows: readonly Named[],
  nameOf: (row: Named) => string,
  now: ReadonlyMap<unknown, string>,
): Renamed {
  return rows.flatMap((row) => {
    const [before, after] = [nameOf(row), now.get(row.id)];
    return after === undefined || after === before ? [] : [[before, after] as const];
  });
}

/**
 * What is set up for a button goes with its code, and so does the row of the menu that controls it: under a new code the
 * button would be everybody's.
 */
export async function followButtons(trx: Trx, headId: string, pairs: Renamed): Promise<void> {
  if (pairs.length === 0) return;
  for (const table of enhancementTables) {
    await sql`update ${sql.table(table)} row set button_code = pair.after from ${pairsOf(pairs)}
      where row.cgform_head_id = ${headId} and row.button_code = pair.before`.execute(trx);
  }
  const codeOf = (code: string) => buttonPermission(headId, code);
  await followCodes(
    trx,
    pairs.map(([before, after]) => [codeOf(before), codeOf(after)]),
  );
}

/** A renamed field stays under the control and the data rules that it was under. */
async function followFields(trx: Trx, headId: string, pairs: Renamed): Promise<void> {
  if (pairs.length === 0) return;
  const fields: Renamed = pairs.map(([before, after]) => [fieldNameOf(before), fieldNameOf(after)]);
  const codes = ["see", "edit"].flatMap((kind) => {
    const codeOf = (name: string) => `${formPrefix(headId)}:${kind}:${name}`;
    return fields.map(([before, after]) => [codeOf(before), codeOf(after)] as const);
  });
  await followCodes(trx, codes);
  const menuId = (await menuRowsOf(trx, [headId])).get(headId);
  if (menuId === undefined) return;
  await sql`update sys_permission_data_rule rule set rule_column = pair.after from ${pairsOf(fields)}
    where rule.permission_id = ${menuId} and rule.rule_column = pair.before`.execute(trx);
}

async function followCodes(trx: Trx, pairs: Renamed): Promise<void> {
  await sql`update sys_permission row set perms = pair.after from ${pairsOf(pairs)}
    where row.perms = pair.before and row.menu_type = 2`.execute(trx);
  notifyOnCommit(trx, authChannel);
}

/** All renamings of a save in one statement: two names that change places do not meet on the way. */
function pairsOf(pairs: Renamed) {
  const [before, after] = [pairs.map(([name]) => name), pairs.map(([, name]) => name)];
  return sql`unnest(${sql.val(before)}::text[], ${sql.val(after)}::text[]) as pair(before, after)`;
}

/** Buttons that are gone take along what was set up for them. */
export async function forgetButtons(
  trx: Trx,
  buttons: readonly { readonly headId: string; readonly code: string }[],
): Promise<void> {
  for (const { headId, code } of buttons) {
    for (const table of enhancementTables) {
      await sql`delete from ${sql.table(table)} where cgform_head_id = ${headId} and button_code = ${code}`.execute(
        trx,
      );
    }
  }
}
