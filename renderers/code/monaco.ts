// What of the editor the console uses: commands of a text field, search, completion, problems. No palette, no minimap.
// The feature of that name brings ghost texts only; this is the list of completions.
import "monaco-editor/editor/contrib/suggest/browser/suggestController.js";
import "monaco-editor/features/bracketMatching/register.js";
import "monaco-editor/features/caretOperations/register.js";
import "monaco-editor/features/clipboard/register.js";
import "monaco-editor/features/codeEditor/register.js";
import "monaco-editor/features/codicon/register.js";
import "monaco-editor/features/comment/register.js";
import "monaco-editor/features/contextmenu/register.js";
import "monaco-editor/features/cursorUndo/register.js";
import "monaco-editor/features/find/register.js";
import "monaco-editor/features/folding/register.js";
import "monaco-editor/features/gotoError/register.js";
import "monaco-editor/features/hover/register.js";
import "monaco-editor/features/indentation/register.js";
import "monaco-editor/features/linesOperations/register.js";
import "monaco-editor/features/multicursor/register.js";
import "monaco-editor/features/placeholderText/register.js";
import "monaco-editor/features/readOnlyMessage/register.js";
import "monaco-editor/features/smartSelect/register.js";
import "monaco-editor/features/snippet/register.js";
import "monaco-editor/features/toggleTabFocusMode/register.js";
import "monaco-editor/features/wordHighlighter/register.js";
import "monaco-editor/features/wordOperations/register.js";
import "monaco-editor/languages/definitions/css/register.js";
import "monaco-editor/languages/definitions/html/register.js";
import "monaco-editor/languages/definitions/java/register.js";
import "monaco-editor/languages/definitions/javascript/register.js";
import "monaco-editor/languages/definitions/markdown/register.js";
import "monaco-editor/languages/definitions/objective-c/register.js";
import "monaco-editor/languages/definitions/python/register.js";
import "monaco-editor/languages/definitions/r/register.js";
import "monaco-editor/languages/definitions/shell/register.js";
import "monaco-editor/languages/definitions/swift/register.js";
import "monaco-editor/languages/features/json/register.js";
import * as monaco from "monaco-editor/editor/editor.api.js";
import EditorWorker from "monaco-editor/editor/editor.worker.js?worker";
import { conf, language } from "monaco-editor/languages/definitions/pgsql/pgsql.js";
import JsonWorker from "monaco-editor/languages/features/json/json.worker.js?worker";
import { failJsonWorker } from "./lasting-json-worker.ts";
import { withParameters } from "./sql-language.ts";
import { withMustaches } from "./vue-language.ts";

/** Files of our own origin: the policy knows neither blobs nor other hosts. */
globalThis.MonacoEnvironment = {
  getWorker: (_id: string, label: string) => (label === "json" ? startJsonWorker() : new EditorWorker()),
};

function startJsonWorker(): Worker {
  const worker = new JsonWorker();
  worker.addEventListener("error", ({ message }) => failJsonWorker(message));
  return worker;
}

monaco.languages.register({ id: "sql" });
monaco.languages.setLanguageConfiguration("sql", conf);
monaco.languages.setMonarchTokensProvider("sql", withParameters(language));

// The grammar of pages comes when the first one is shown.
const pages = () => import("monaco-editor/languages/definitions/html/html.js");
monaco.languages.register({ id: "vue" });
monaco.languages.registerTokensProviderFactory("vue", {
  create: async () => withMustaches((await pages()).language),
});
monaco.languages.onLanguageEncountered("vue", () => {
  void pages().then((html) => monaco.languages.setLanguageConfiguration("vue", html.conf));
});

export { monaco };
