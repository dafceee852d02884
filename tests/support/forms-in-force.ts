import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { compileModels, type FormWorld } from "../../runtime/online-forms/compile-model.ts";
import { formScreens } from "../../runtime/online-forms/compile-screen.ts";
import type { OnlineFormDefinition } from "../../runtime/online-forms/definition.ts";
import { applyModels } from "../../server/db/tables/apply-models.ts";
import type { DocumentStore } from "../../server/documents/load-documents.ts";
import type { FormsSource } from "../../server/online/forms/run/open-form.ts";
import type { TestServer } from "./test-server.ts";

/** Puts forms in force on a server as if they had been stored and synchronised; those that say `N` stay unsynchronised. */
export async function putFormsInForce(server: TestServer, forms: readonly OnlineFormDefinition[]): Promise<void> {
  const world: FormWorld = { tableOf: () => undefined };
  const { current } = server.context.documents;
  const all = forms.flatMap((form) => [form, ...form.subs]);
  const synchronised = forms.filter(({ head }) => head.isDbSynch === "Y");
  const documents = synchronised.flatMap((form) => compileModels(form, world).models);
  const resolved = new Map<string, ResolvedModel>();
  for (const document of documents) {
    resolved.set(
      document.id,
      resolveModel(
        document,
        (id) => resolved.get(id)?.titleField,
        () => resolved,
      ),
    );
  }
  await applyModels(server.db, [...resolved.values()]);
  const screens = synchronised
    .flatMap((form) => [form, ...form.subs])
    .flatMap((form) => formScreens(form, world).map((screen) => [screen.id ?? "", screen] as const));
  const store: DocumentStore = {
    ...current,
    models: new Map([...current.models, ...documents.map((document) => [document.id, document] as const)]),
    resolvedModels: new Map([...current.resolvedModels, ...resolved]),
    screens: new Map([...current.screens, ...screens]),
  };
  (server.context.documents as { current: DocumentStore }).current = store;
  const source: FormsSource = {
    find: async (name) => all.find(({ head }) => head.id === name || head.tableName === name),
  };
  (server.context as unknown as { onlineForms: FormsSource }).onlineForms = source;
}
