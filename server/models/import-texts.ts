import { sql } from "kysely";
import { allAreaTexts, areaCodeOf, areaText } from "../../runtime/area/areas.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { fieldAccess } from "../../runtime/permission/field-access.ts";
import { loadDictTexts } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import { isArea } from "./implied-texts.ts";
import { inUse } from "./in-use.ts";
import { columnOf } from "./query/to-sql.ts";
import { readValue } from "./row-codec.ts";
import { visibleSql } from "./visible-rows.ts";

/** What people write in a sheet → what is stored. `null` marks a text that fits several rows. */
export type TextValues = ReadonlyMap<string, string | null>;

/** Values bound in one statement. */
const chunk = 1_000;

/**
 * Stored values for the texts of a dictionary column: items by text or value; rows of a table dictionary by their text,
 * by a unique field (number, phone) or by id. Only rows that the caller sees and that are in use can be named.
 */
export async function loadTextValues(work: Work, field: ResolvedField, texts: readonly string[]): Promise<TextValues> {
  if (isArea(field)) return areaValues(texts);
  if (field.dict?.kind === "code") return itemValues(work, field.dict.code);
  const dict = field.dict;
  const target = dict && work.parts.models.get(dict.model);
  const [key, text] = [target?.fields.get(dict?.value ?? "id"), target?.fields.get(dict?.text ?? "")];
  const found = new Map<string, string | null>();
  if (!dict || !target || !key || !text) return found;
  const named = [...new Set([text, key, ...uniqueFields(target)])].filter(
    (one) => fieldAccess(target, one, work.caller).visible && !fieldAccess(target, one, work.caller).mask,
  );
  const wanted = [...new Set(texts)];
  for (let start = 0; start < wanted.length; start += chunk) {
    const list = sql.join(wanted.slice(start, start + chunk));
    for (const one of named) {
      const column = columnOf(one, { model: target });
      const { rows } = await sql<{ text: unknown; value: unknown }>`
        select ${column} as text, ${columnOf(key, { model: target })} as value from ${sql.table(target.table)}
        where ${column} in (${list}) and ${visibleSql(target, work.caller, work.now)} and ${inUse(target, dict.where)}`.execute(
        work.trx,
      );
      for (const row of rows) {
        const name = String(row.text);
        const value = String(readValue(key, row.value));
        found.set(name, found.has(name) && found.get(name) !== value ? null : value);
      }
    }
  }
  return found;
}

/**
 * Divisions by their words or by their code. The picker writes every level, a municipality twice: 北京市/北京市/朝阳区 is
 * 北京市朝阳区.
 */
function areaValues(texts: readonly string[]): TextValues {
  return new Map(
    [...new Set(texts)].flatMap((text) => {
      const code =
        areaText(text) === undefined
          ? areaCodeOf(
              text
                .split(/[\s/]+/)
                .filter((part, at, parts) => part !== parts[at - 1])
                .join(""),
            )
          : text;
      return code === undefined ? [] : [[text, code] as const];
    }),
  );
}

/** Rows of a table whose texts are compared with a wrong one. */
const offeredRows = 2_000;

/** What a dictionary column may hold, as far as the caller may name it: for somebody who wrote something else. */
export async function loadOfferedTexts(work: Work, field: ResolvedField): Promise<readonly string[]> {
  if (isArea(field)) return allAreaTexts();
  const { dict } = field;
  if (!dict) return [];
  if (dict.kind === "code") {
    const texts = await loadDictTexts(work.trx, work.parts.models, [dict.code]);
    return [...(texts.get(dict.code)?.values() ?? [])];
  }
  const target = work.parts.models.get(dict.model);
  const text = target?.fields.get(dict.text);
  if (!target || !text) return [];
  const { visible, mask } = fieldAccess(target, text, work.caller);
  if (!visible || mask) return [];
  const column = columnOf(text, { model: target });
  const { rows } = await sql<{ text: unknown }>`select ${column} as text from ${sql.table(target.table)}
    where ${column} is not null and ${visibleSql(target, work.caller, work.now)} and ${inUse(target, dict.where)}
    limit ${offeredRows}`.execute(work.trx);
  return [...new Set(rows.map((row) => String(row.text)))];
}

async function itemValues(work: Work, code: string): Promise<TextValues> {
  const texts = (await loadDictTexts(work.trx, work.parts.models, [code])).get(code) ?? new Map<string, string>();
  return new Map([...texts].flatMap(([value, text]) => [[value, value] as const, [text, value] as const]));
}

const uniqueFields = (model: ResolvedModel) =>
  [...model.fields.values()].filter((field) => field.unique && field.type === "string");
