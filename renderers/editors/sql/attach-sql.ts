import type { OpenedCode } from "../../code/code-props.ts";
import type { SqlCatalogue, SqlPlace } from "./report-sql.ts";
import { offersAt, type SqlOffer } from "./sql-completion.ts";

type Monaco = OpenedCode["monaco"];
type Model = OpenedCode["model"];

/** Each editor completes from its own source; the library knows providers by language only. */
const catalogues = new WeakMap<Model, () => SqlCatalogue | undefined>();
let isRegistered = false;

const parameterPattern = String.raw`[$#]\{[^}\n]*\}`;
const owner = "report-sql";

/** Adds completion and the ground of parameters to an editor. The answer takes them away. */
export function attachSql(
  { editor, model, monaco }: OpenedCode,
  catalogue: () => SqlCatalogue | undefined,
): () => void {
  registerOnce(monaco);
  catalogues.set(model, catalogue);
  const marks = editor.createDecorationsCollection();
  const mark = () =>
    marks.set(
      model
        .findMatches(parameterPattern, false, true, true, null, false)
        .map(({ range }) => ({ range, options: { inlineClassName: "sc-code-param" } })),
    );
  mark();
  const changed = model.onDidChangeContent(mark);
  return () => {
    changed.dispose();
    marks.clear();
    catalogues.delete(model);
  };
}

/** Underlines what is wrong, up to the end of the word there; undefined takes it back. */
export function showProblem({ model, monaco }: OpenedCode, message: string | undefined, place?: SqlPlace): void {
  if (message === undefined) {
    monaco.editor.setModelMarkers(model, owner, []);
    return;
  }
  const line = Math.min(place?.line ?? 1, model.getLineCount());
  const column = Math.min(place?.column ?? 1, model.getLineMaxColumn(line));
  const word = model.getWordAtPosition({ lineNumber: line, column });
  const endColumn = place?.endColumn ?? word?.endColumn ?? (place ? column + 1 : model.getLineMaxColumn(line));
  const severity = monaco.MarkerSeverity.Error;
  monaco.editor.setModelMarkers(model, owner, [
    { message, severity, startLineNumber: line, startColumn: column, endLineNumber: line, endColumn },
  ]);
}

/** Replaces the text as one step that can be taken back. */
export function replaceText({ editor, model }: OpenedCode, text: string): void {
  editor.pushUndoStop();
  editor.executeEdits(owner, [{ range: model.getFullModelRange(), text }]);
  editor.pushUndoStop();
}

function registerOnce(monaco: Monaco): void {
  if (isRegistered) return;
  isRegistered = true;
  const { CompletionItemKind } = monaco.languages;
  const kinds: Readonly<Record<SqlOffer["kind"], number>> = {
    table: CompletionItemKind.Struct,
    column: CompletionItemKind.Field,
    function: CompletionItemKind.Function,
    keyword: CompletionItemKind.Keyword,
    param: CompletionItemKind.Variable,
  };
  const ranks: readonly SqlOffer["kind"][] = ["param", "column", "table", "function", "keyword"];
  monaco.languages.registerCompletionItemProvider("sql", {
    triggerCharacters: [".", "{", " "],
    provideCompletionItems(model, position) {
      const source = catalogues.get(model);
      if (!source) return { suggestions: [] };
      const word = model.getWordUntilPosition(position);
      const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn);
      const suggestions = offersAt(model.getValue(), model.getOffsetAt(position), source()).map((offer) => ({
        label: { label: offer.name, description: offer.title },
        kind: kinds[offer.kind],
        insertText: offer.name,
        // Found by its Chinese title too.
        filterText: `${offer.name} ${offer.title}`,
        sortText: `${ranks.indexOf(offer.kind)}${offer.name}`,
        range,
      }));
      return { suggestions };
    },
  });
}
