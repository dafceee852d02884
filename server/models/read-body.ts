import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import { normaliseValue } from "../../runtime/record/normalise.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { cleanHtml, isHtmlField } from "./html/clean-html.ts";

/**
 * Fields of the body that this caller may write, in wire form; unknown and read-only ones are dropped, and so is a
 * value equal to the mask that they were given. A value that has no wire form stays as it came: the checks report it.
 */
export function readBody(work: Pick<Work, "caller">, model: ResolvedModel, body: Row, before: Row | undefined): Draft {
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
