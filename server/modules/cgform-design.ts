import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { type ReaderTexts, readerTexts } from "../models/language/reader-texts.ts";
import { type FormPreview, previewForm } from "../online/forms/preview-form.ts";
import { proposeName } from "../online/forms/propose-name.ts";
import { readForm, readNamedForms } from "../online/forms/stored-forms.ts";
import { unknownCodes } from "../online/forms/unknown-codes.ts";
import { answerOf } from "./screens.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgform";
/** For who may make or change a form; nothing is stored. */
const designing = {
  config: { permission: "online:cgform:add,online:cgform:edit", platform: true, operation: false },
} as const;

/** What a designer asks about a form before it is stored. */
export const routes: RouteModule = (api, { db, engine, documents }) => {
  /** The pages of a definition that is not stored: what its designer sees beside it. */
  api.post(`${base}/head/preview`, designing, async (request) => {
    const body = readRowBody(request.body);
    const stored = body.id ? await readForm(db.kysely, engine.models, readId(body.id)) : undefined;
    const named = await readNamedForms(db.kysely);
    const { message } = readerTexts(request, documents.current.texts);
    const preview = previewForm(body, { documents: documents.current, named, stored });
    const unknown = preview.screens ? await unknownCodes(db.kysely, preview.definition, stored) : [];
    return ok(previewPages({ ...preview, findings: [...preview.findings, ...unknown] }, message));
  });

  /** A column or a table for what a person calls it: 手机号 → `phone`, 客户来源 → `ke_hu_lai_yuan`. */
  api.get<{ Querystring: Query }>(`${base}/head/proposeName`, designing, async (request) => {
    const { text = "", kind, taken = "" } = request.query;
    const names = kind === "table" ? [...(await readNamedForms(db.kysely)).keys()] : taken.split(",");
    return ok({ name: await proposeName(text, { isTable: kind === "table", taken: new Set(names) }) });
  });
};

/** A preview as the console reads it: what is wrong, in the reader's words, and the pages with their models. */
export function previewPages(
  { screens, documents, granted, findings: found }: Omit<FormPreview, "definition">,
  inWords: ReaderTexts["message"],
) {
  const findings = found.map((finding) => ({ ...finding, message: inWords(finding.message) }));
  const page = (screen: ScreenDocument) => ({ ...answerOf(documents, screen, []), granted });
  return { findings, ...(screens ? { form: page(screens.form), list: page(screens.list) } : {}) };
}
