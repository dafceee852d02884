import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { readTables } from "../db/tables/actual-table.ts";
import { ok } from "../http/envelope.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { readerTexts } from "../models/language/reader-texts.ts";
import { addForms } from "../online/forms/add-forms.ts";
import { formTemplates, fromTemplate, templateOf } from "../online/forms/form-templates.ts";
import { newForm } from "../online/forms/new-form.ts";
import { previewForm } from "../online/forms/preview-form.ts";
import { readNamedForms, type StoredForm } from "../online/forms/stored-forms.ts";
import { previewPages } from "./cgform-design.ts";
import { typedText } from "./grants/made-page.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgform/template";
const making = { config: { permission: "online:cgform:add", platform: true } } as const;

/** Forms to start from: looked at first, then a definition like any. */
export const routes: RouteModule = (api, { db, engine, documents, onlineForms }) => {
  api.get(`${base}/list`, making, async () => {
    const records = formTemplates.map(({ key, title, description, fields, subs, head }) => ({
      id: key,
      title,
      description,
      kind: head.isTree === "Y" ? "tree" : subs.length > 0 ? "main" : "single",
      fields: [fields, ...subs.map((sub) => sub.fields.filter(({ mainTable }) => !mainTable))].flat().length,
    }));
    return ok({ records, total: records.length, size: records.length, current: 1, pages: 1 });
  });

  /** The pages that it would have; nothing is stored. */
  api.get<{ Querystring: Query }>(`${base}/preview`, making, async (request) => {
    const { head, fields, subs } = templateOf(request.query.id ?? "");
    const named = await readNamedForms(db.kysely);
    const stored = {
      ...{ head: { ...head, id: previewId, version: 1 }, fields: [], indexes: [], buttons: [] },
      subs: subs.map((sub, at) => ({ ...sub, head: { ...sub.head, id: `${previewId}-${at + 1}` } })),
    } as unknown as StoredForm;
    const body = { ...newForm({ ...head, fields: [...fields] as unknown as Row[] }), id: previewId };
    const { message } = readerTexts(request, documents.current.texts);
    return ok(previewPages(previewForm(body, { documents: documents.current, named, stored }), message));
  });

  api.post(`${base}/use`, making, async (request) => {
    const { id, title } = readRowBody(request.body);
    const caller = callerOf(request);
    const [named, tables] = [await readNamedForms(db.kysely), await readTables(db.kysely)];
    const definition = fromTemplate(
      templateOf(typedText(id)),
      typedText(title).slice(0, 200),
      (name) => named.has(name) || tables.has(name),
    );
    const [made] = await db.transaction((trx) => addForms({ trx, engine, caller }, [definition]));
    await onlineForms.refresh();
    return ok({ id: made?.id, tableName: made?.tableName, tableTxt: made?.tableTxt }, "已新建表单，可以继续修改");
  });
};

const previewId = "form-template";
