import { sql } from "kysely";
import type {
  FormFinding,
  OnlineFormDefinition,
  OnlineFormField,
  ShowType,
} from "../../../runtime/online-forms/definition.ts";
import { onlineFormMessages as texts } from "../../../runtime/online-forms/messages.ts";
import type { Queryable } from "../../db/database.ts";

type Kind = "dict" | "report";

/** What a control finds by the code that its field names; tables are looked up with the field itself. */
const kinds: Partial<Record<ShowType, Kind>> = {
  list: "dict",
  radio: "dict",
  checkbox: "dict",
  list_multi: "dict",
  sel_search: "dict",
  popup: "report",
  popup_dict: "report",
};

interface NamedCode {
  readonly kind: Kind;
  readonly code: string;
  readonly key: keyof OnlineFormField;
}

/** The code that a field's control, and that of its query, names. */
function codesOf(field: OnlineFormField): readonly NamedCode[] {
  const { dictTable, dictField, fieldShowType, queryConfigFlag, queryDictTable, queryDictField, queryShowType } = field;
  const own = named(fieldShowType, [dictTable, "dictTable"], [dictField, "dictField"]);
  if (queryConfigFlag !== "1") return own;
  return [...own, ...named(queryShowType, [queryDictTable, "queryDictTable"], [queryDictField, "queryDictField"])];
}

type Setting = readonly [text: string | null | undefined, key: keyof OnlineFormField];

function named(showType: string | null | undefined, table: Setting, code: Setting): readonly NamedCode[] {
  const kind = Object.hasOwn(kinds, showType ?? "") ? kinds[showType as ShowType] : undefined;
  if (!kind || (kind === "dict" && table[0])) return [];
  const [text, key] = kind === "report" ? table : code;
  return text ? [{ kind, code: text, key }] : [];
}

type Definition = Pick<OnlineFormDefinition, "head" | "fields">;

/**
 * Dictionaries and reports that fields name and nobody has made. What a form named before counts as known: it may have been
 * imported, or what it names may have gone since.
 */
export async function unknownCodes(
  db: Queryable,
  { head, fields }: Definition,
  before: Definition | undefined,
): Promise<readonly FormFinding[]> {
  const former = new Set(before?.fields.flatMap((field) => codesOf(field).map(textOf)));
  const asked = fields.flatMap((field) =>
    codesOf(field)
      .filter((code) => !former.has(textOf(code)))
      .map((code) => ({ field: field.dbFieldName, ...code })),
  );
  if (asked.length === 0) return [];
  const wanted = asked.map(({ code }) => code);
  const { rows } = await sql<{ kind: Kind; code: string }>`
    select 'dict' as kind, dict_code as code from sys_dict
      where coalesce(del_flag, 0) = 0 and dict_code in (${sql.join(wanted)})
    union all select 'report', code from onl_cgreport_head where code in (${sql.join(wanted)})
    union all select 'report', id from onl_cgreport_head where id in (${sql.join(wanted)})`.execute(db);
  const known = new Set(rows.map(textOf));
  return asked
    .filter((code) => !known.has(textOf(code)))
    .map(({ field, kind, code, key }) => ({
      severity: "error",
      tableName: head.tableName,
      field,
      key,
      message: kind === "dict" ? texts.unknownDict(code) : texts.unknownReport(code),
    }));
}

const textOf = ({ kind, code }: Pick<NamedCode, "kind" | "code">): string => `${kind} ${code}`;
