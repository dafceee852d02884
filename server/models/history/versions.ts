import { moneyText } from "../../../renderers/cells/money/money.def.ts";
import { percentText } from "../../../renderers/cells/percent/percent.def.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { addDictTexts } from "../dict-text.ts";
import type { Engine } from "../engine.ts";

/** One state that a row was left in, as far as the caller may see it. */
export interface Version {
  /** Of the entry in the data log. */
  readonly id: string;
  readonly version: number;
  readonly change: "saved" | "deleted";
  readonly time: string;
  readonly username: string;
  readonly realname: string;
  /** Field → text as a person reads it; an empty value is empty text. */
  readonly values: Readonly<Record<string, string>>;
}

export interface FieldTitle {
  readonly name: string;
  readonly title: string;
}

export interface FieldChange extends FieldTitle {
  readonly from: string;
  readonly to: string;
}

const maxVersions = 200;

/** The newest versions of a row first. Hidden fields are absent, masked ones masked (hook of system/data-log). */
export async function readVersions(
  parts: { readonly db: Database; readonly engine: Engine },
  model: ResolvedModel,
  id: string,
  caller: Caller,
): Promise<{ readonly versions: readonly Version[]; readonly fields: readonly FieldTitle[] }> {
  const { db, engine } = parts;
  const conditions = [
    { field: "dataTable", rule: "eq", val: model.table },
    { field: "dataId", rule: "eq", val: id },
  ];
  const query = {
    superQueryParams: JSON.stringify(conditions),
    column: "dataVersion",
    order: "desc",
    pageSize: String(maxVersions),
  };
  const { records } = await engine.list("system/data-log", query, caller);
  const contents = records.map((record) => readContent(record.dataContent));
  const seen = new Set(contents.flatMap((content) => Object.keys(content)));
  const fields = [...model.fields.values()].filter((field) => seen.has(field.name) && !field.hidden);
  await addDictTexts(db.kysely, engine.models, fields, contents, caller);
  const names = await realnames(db.kysely, records);
  return {
    fields: fields.map(({ name, title }) => ({ name, title })),
    versions: records.map((record, index) => ({
      id: String(record.id),
      version: Number(record.dataVersion),
      change: record.change === "deleted" ? "deleted" : "saved",
      time: String(record.createTime ?? ""),
      username: String(record.createBy ?? ""),
      realname: names.get(String(record.createBy)) ?? String(record.createBy ?? ""),
      values: Object.fromEntries(fields.map((field) => [field.name, shownText(field, contents[index] ?? {})])),
    })),
  };
}

/** What differs between a version and the one before it; for the first, everything that was filled in. */
export function changesOf(
  fields: readonly FieldTitle[],
  version: Version,
  before: Version | undefined,
): readonly FieldChange[] {
  return fields.flatMap(({ name, title }) => {
    const [from, to] = [before?.values[name] ?? "", version.values[name] ?? ""];
    return from === to ? [] : [{ name, title, from, to }];
  });
}

/** The content of an entry; what cannot be read is empty. */
export function readContent(text: unknown): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(String(text ?? "{}"));
    return typeof content === "object" && content !== null ? { ...content } : {};
  } catch {
    return {};
  }
}

function shownText(field: ResolvedField, content: Row): string {
  const value = content[field.name];
  if (value === null || value === undefined || value === "") return "";
  const text = content[`${field.name}_dictText`];
  if (typeof text === "string" && text !== "") return text;
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "object") return JSON.stringify(value);
  if (field.type === "money" || field.type === "percent") {
    const text = field.type === "money" ? moneyText : percentText;
    return text(value, field, { props: {}, row: content, dictText: () => undefined });
  }
  return String(value);
}

/** Names of those who made the changes, by account. */
export async function realnames(db: Queryable, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const usernames = [...new Set(rows.map((row) => String(row.createBy ?? "")))].filter((name) => name !== "");
  if (usernames.length === 0) return new Map();
  const users = await db
    .selectFrom("sys_user")
    .select(["username", "realname"])
    .where("username", "in", usernames)
    .execute();
  return new Map(users.map((user) => [String(user.username), String(user.realname ?? user.username)]));
}
