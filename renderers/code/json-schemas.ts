import type { editor } from "monaco-editor";
import { currentLocale } from "../../runtime/language/language.ts";
import { loadPart } from "../../runtime/react/lazy-part.ts";
import type { OpenedCode } from "./code-props.ts";
import { chineseWorker } from "./json-worker-messages.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

interface OpenText {
  readonly schema: JsonSchema;
  /** Whether the worker marks mistakes; else somebody else does, and it only completes and explains. */
  readonly marks: boolean;
}

/** Of the editors that are open, by the address of their text: the worker knows one list for all. */
const open = new Map<string, OpenText>();

/** Kinds of documents whose language a field may name; they come with the first editor that needs one. */
export const documentSchemas: Readonly<Record<string, () => Promise<JsonSchema>>> = {
  model: async () => (await import("../../schemas/meta/v1/model.schema.json")).default,
  screen: async () => (await import("../../schemas/meta/v1/screen.schema.json")).default,
  data: async () => (await import("../../schemas/meta/v1/data.schema.json")).default,
  "screen-test": async () => (await import("../../schemas/meta/v1/screen-test.schema.json")).default,
};

/**
 * Lets the worker complete, explain and mark the text of an editor by a schema. Nothing is fetched, whatever the text or
 * the schema refers to. The answer ends it.
 */
export function openJsonSchema({ model, monaco }: OpenedCode, schema: JsonSchema, { marks = true } = {}): () => void {
  const address = String(model.uri);
  open.set(address, { schema, marks });
  void tellWorker();
  const marked = monaco.editor.onDidChangeMarkers((changed) => {
    if (!changed.some((each) => String(each) === address)) return;
    const found = monaco.editor.getModelMarkers({ resource: model.uri, owner: "json" });
    const shown = marks ? found.map(translated) : [];
    if (shown.length !== found.length || shown.some(({ message }, at) => message !== found[at]?.message))
      monaco.editor.setModelMarkers(model, "json", shown);
  });
  return () => {
    marked.dispose();
    open.delete(address);
    void tellWorker();
  };
}

async function tellWorker(): Promise<void> {
  const { jsonDefaults } = await loadPart(() => import("monaco-editor/languages/features/json/register.js"));
  jsonDefaults.setDiagnosticsOptions({
    validate: open.size === 0 || [...open.values()].some(({ marks }) => marks),
    schemaValidation: "error",
    schemaRequest: "ignore",
    enableSchemaRequest: false,
    schemas: [...open].map(([address, { schema }]) => ({
      uri: `urn:schema:${encodeURIComponent(address)}`,
      fileMatch: [address],
      schema: { ...schema },
    })),
  });
}

const templates = Object.entries(chineseWorker).map(([english, chinese]) => {
  const pieces = english.split(/\{\d\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${pieces.join("(.*)")}$`, "s"), chinese };
});

function translated(marker: editor.IMarker): editor.IMarker {
  if (currentLocale() !== "zh-CN") return marker;
  for (const { pattern, chinese } of templates) {
    const parts = pattern.exec(marker.message);
    if (parts)
      return { ...marker, message: chinese.replace(/\{(\d)\}/g, (_, at: string) => parts[Number(at) + 1] ?? "") };
  }
  return marker;
}
