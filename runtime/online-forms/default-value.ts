import { parseExpression } from "../expr/parse.ts";
import { type DbType, isNumberType, type OnlineFormField } from "./definition.ts";
import { onlineFormMessages as texts } from "./messages.ts";

type Default = { readonly default?: unknown; readonly fill?: { readonly rule: string } };
type Tell = (key: keyof OnlineFormField, message: string, severity?: "warning") => void;

/** `#{name}` of recorded definitions in our expressions. */
const variables: Readonly<Record<string, string>> = {
  sysUserId: "user.id",
  sysUserCode: "user.username",
  sysUserName: "user.realname",
  sysOrgCode: "user.orgCode",
  date: "today()",
  time: "format(now, 'HH:mm:ss')",
  datetime: "now",
  sys_user_id: "user.id",
  sys_user_code: "user.username",
  sys_user_name: "user.realname",
  sys_org_code: "user.orgCode",
  sys_date: "today()",
  sys_time: "now",
};

/** The value of a new row: what the page settings say, else what the database settings say. */
export function defaultOf(field: OnlineFormField, tell: Tell): Default {
  const stated = field.fieldDefaultValue?.trim() ?? "";
  if (stated !== "") return pageDefault(stated, field, tell);
  const stored = field.dbDefaultVal?.trim() ?? "";
  if (stored === "") return {};
  const value = literal(stored.replace(/^'(.*)'$/, "$1"), field.dbType);
  if (value !== undefined) return { default: value };
  tell("dbDefaultVal", texts.ignoredDefault(stored), "warning");
  return {};
}

function pageDefault(stated: string, field: OnlineFormField, tell: Tell): Default {
  const fault = (message: string): Default => {
    tell("fieldDefaultValue", message);
    return {};
  };
  const [, rule] = /^\$\{([A-Za-z0-9_-]{1,50})\}$/.exec(stated) ?? [];
  if (rule !== undefined) return { fill: { rule } };
  if (stated.includes("${")) return fault(texts.oneFillRule);
  const [, script] = /^\{\{([\s\S]+)\}\}$/.exec(stated) ?? [];
  if (script !== undefined) {
    const [first] = parseExpression(script).diagnostics;
    return first ? fault(texts.badExpression(first.message)) : { default: `{{ ${script.trim()} }}` };
  }
  if (stated.includes("{{")) return fault(texts.badExpression(stated));
  const parts = stated.split(/#\{([^}]*)\}/);
  if (parts.length > 1) {
    const unknown = parts.find((part, at) => at % 2 === 1 && !Object.hasOwn(variables, part));
    return unknown === undefined ? { default: `{{ ${joined(parts)} }}` } : fault(texts.unknownVariable(unknown));
  }
  if (stated.includes("#{")) return fault(texts.unknownVariable(stated.slice(stated.indexOf("#{") + 2)));
  const value = literal(stated, field.dbType);
  const { dbLength } = field;
  if (typeof value === "string" && field.dbType === "string" && dbLength && [...value].length > dbLength) {
    tell("fieldDefaultValue", texts.longDefault(dbLength), "warning");
  }
  return value === undefined ? fault(texts.badDefault(stated, field.dbType)) : { default: value };
}

/** Texts and variables in turns, as one expression. */
function joined(parts: readonly string[]): string {
  const terms = parts.flatMap((part, at) => {
    if (at % 2 === 1) return variables[part] ?? [];
    return part === "" ? [] : JSON.stringify(part);
  });
  return terms.length === 1 ? (terms[0] ?? "") : `concat(${terms.join(", ")})`;
}

const literalForms: Partial<Record<DbType, RegExp>> = {
  Date: /^\d{4}-\d{2}-\d{2}$/,
  Datetime: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
};

function literal(text: string, type: DbType): unknown {
  if (isNumberType(type)) {
    const value = Number(text);
    return Number.isFinite(value) && (type !== "int" || Number.isSafeInteger(value)) ? value : undefined;
  }
  const form = literalForms[type];
  return !form || (form.test(text) && isOfCalendar(text)) ? text : undefined;
}

/** 2026-02-30 has the form of a date, and none follows from it. */
function isOfCalendar(text: string): boolean {
  const [day = "", time = "00:00:00"] = text.split(" ");
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
