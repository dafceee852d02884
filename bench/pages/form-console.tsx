// A form of 20 fields as a document of the console; the row is in memory and the controls are fetched, as after the first form.
import "./page.css";
import { createRoot } from "react-dom/client";
import { fetchEditors, tableEditors } from "../../renderers/editors/registered-editors.ts";
import { FormView } from "../../renderers/form/FormView.tsx";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { ModelDocument, ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { firstButton } from "./first-button.tsx";
import { InConsole } from "./InConsole.tsx";
import { registerPage } from "./register.ts";
import { columns, options } from "./workload.ts";

const more: Readonly<Record<string, object>> = {
  text: { type: "string", maxLength: 60 },
  number: { type: "number", scale: 2 },
  select: { type: "string", dict: "bench" },
  date: { type: "date" },
  checkbox: { type: "string", widget: { type: "switch" } },
  tags: { type: "string", widget: { type: "tags" } },
};
const model = resolveModel(
  {
    schemaVersion: 1,
    id: "bench/row",
    title: "数据",
    table: "bench_row",
    base: "/bench/row",
    permissionPrefix: "bench:row",
    fields: Object.fromEntries(columns.map(({ key, title, type }) => [key, { title, ...more[type] }])),
  } as ModelDocument,
  () => "c0",
);
const screen = {
  schemaVersion: 1,
  kind: "list",
  id: "bench/row",
  model: "bench/row",
  views: { form: { columns: 2, items: columns.map(({ key }) => key) } },
} as unknown as ScreenDocument;
const plan = compileScreen(screen, new Map([["bench/row", model]])) as ListPlan;
const form = plan.views.get("form");
if (!form) throw new Error("no form");
const view = { ...form, as: "inline" as const };

const dict = options.map((option) => ({ ...option, title: option.text }));
const services: ConsoleServices = {
  request: () => Promise.reject(new Error("nothing to ask")),
  send: () => Promise.reject(new Error("nothing to send")),
  lookUp: () => Promise.reject(new Error("nothing to look up")),
  download: () => Promise.reject(new Error("nothing to download")),
  upload: () => Promise.reject(new Error("nothing to upload")),
  notify: () => {},
  confirm: async () => false,
  navigate: () => {},
  user: { id: "1", username: "bench", realname: "测试", orgCode: "A01", roles: ["admin"] },
  hasPermission: () => true,
  permissions: { auth: [], allAuth: [] },
  dictionaries: { peek: () => dict, load: async () => dict, search: async () => dict },
  fileUrl: (path) => path,
};
const dictionaries = new DictionaryCache(services);
const nothing = () => undefined;
const fetched = fetchEditors(tableEditors());

registerPage({
  mount(element, [row = {}]) {
    createRoot(element).render(
      <InConsole>
        <FormView
          plan={plan}
          view={view}
          mode="edit"
          row={row}
          services={services}
          dictionaries={dictionaries}
          cells={{ services, dictionaries } as never}
          onClose={nothing}
          onSaved={nothing}
          onReopen={nothing}
        />
      </InConsole>,
    );
  },
  ready: Promise.all([fetched, firstButton((button) => <InConsole>{button}</InConsole>)]),
});
