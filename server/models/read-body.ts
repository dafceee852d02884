import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import { normaliseValue } from "../../runtime/record/normalise.ts";
import { quoted, refuse } from "../http/refusal.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { cleanHtml, isHtmlField } from "./html/clean-html.ts";

/** Who writes; the engine's parts where the body comes from a caller, who may know a form as it was. */
type Writing = Pick<Work, "caller"> & Partial<Pick<Work, "parts">>;

/**
 * Fields of the body that this caller may write, in wire form; unknown and read-only ones are dropped, and so is a
 * value equal to the mask that they were given. A value that has no wire form stays as it came: the checks report it.
 */
export function readBody(work: Writing, model: ResolvedModel, body: Row, before: Row | undefined): Draft {
  refuseRetired(work, model, body);
  const access = modelAccess(model, work.caller);
  const draft: Draft = {};
  for (const field of model.fields.values()) {
    const allowed = access.get(field.name);
    if (!allowed?.writable || !Object.hasOwn(body, field.name) || body[field.name] === undefined) continue;
    const stored = before?.[field.name];
    if (allowed.mask && typeof stored === "string" && body[field.name] === maskText(stored, allowed.mask)) continue;
    const value = normaliseValue(field, body[field.name]).value;
    // Before the checks: what is left of it must be enough for a required field.
    draft[field.name] = typeof value === "string" && isHtmlField(field) ? cleanHtml(value) || null : value;
  }
  return draft;
}

/** A page that was opened before its form changed still sends the former names: dropping them would lose what was typed. */
function refuseRetired({ parts }: Writing, model: ResolvedModel, body: Row): void {
  const retired = parts?.stored?.retired(model.id);
  if (!retired || retired.size === 0) return;
  const name = Object.keys(body).find((key) => retired.has(key) && body[key] !== null && body[key] !== "");
  if (name !== undefined) throw refuse(`字段${quoted(name)}已改名或移除，没有保存；请刷新页面后再填写`);
}
