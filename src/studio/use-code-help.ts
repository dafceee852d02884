import { parseTree } from "jsonc-parser";
import type { IRange } from "monaco-editor";
import { type RefObject, useEffect } from "react";
import type { OpenedCode } from "../../renderers/code/code-props.ts";
import { openJsonSchema } from "../../renderers/code/json-schemas.ts";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import { functionTable } from "../../runtime/expr/functions.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { nodeAtPointer } from "../../runtime/schema/source-document.ts";
import { fieldAt, offersAt, targetAt } from "./document-offers.ts";
import { metaSchemaOf } from "./meta-schema-of.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { Words } from "./studio-types.ts";
import type { Studio } from "./use-studio.ts";

interface CodeHelpParts {
  readonly studio: Studio;
  readonly words: Words;
  readonly services: ConsoleServices;
  /** A key or a JSON pointer to show first. */
  readonly at: string;
  readonly code: RefObject<OpenedCode | undefined>;
}

type Close = () => void;
const owner = "document";

/** What the editor knows of documents: the language's schema, the compiler's findings, names, and where they are defined. */
export function useCodeHelp({ studio, words, services, at, code }: CodeHelpParts): (opened: OpenedCode) => Close {
  const { opened, checked, text } = studio;
  const kind = opened.kind === "ready" ? opened.document.kind : "screen";
  const go = useEvent((source: string, offset: number) => {
    const target = targetAt(source, offset, words);
    if (target) services.navigate(target.address);
    else services.notify("info", texts.noTarget);
  });

  const rename = useEvent((source: string, offset: number) => {
    const field = fieldAt(source, offset, words);
    services.notify("info", field === undefined ? texts.noRename : texts.rename(field));
  });

  const mark = useEvent(() => {
    const { current } = code;
    if (!current || checked.text !== text) return;
    const { monaco, model } = current;
    monaco.editor.setModelMarkers(
      model,
      owner,
      (checked.answer?.findings ?? []).map(
        ({ line, column, endLine, endColumn, message, severity, suggestion, code: name }) => ({
          message: suggestion === undefined ? message : `${message} → ${suggestion}`,
          code: name,
          severity: severity === "error" ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
          startLineNumber: line,
          startColumn: column,
          endLineNumber: endLine ?? line,
          endColumn: endColumn ?? column + 1,
        }),
      ),
    );
  });
  useEffect(() => {
    void checked;
    mark();
  }, [checked, mark]);

  return useEvent((one: OpenedCode) => {
    code.current = one;
    const { monaco, editor, model } = one;
    const parts = [
      // The compiler says what is wrong, in words of the console and at once for all documents.
      { dispose: openJsonSchema(one, metaSchemaOf[kind], { marks: false }) },
      monaco.languages.registerCompletionItemProvider("json", {
        triggerCharacters: ['"', ".", "{"],
        provideCompletionItems: (asked, position) => {
          if (asked !== model) return undefined;
          const found = offersAt(asked.getValue(), asked.getOffsetAt(position), words);
          if (!found) return undefined;
          const range = monaco.Range.fromPositions(asked.getPositionAt(found.from), asked.getPositionAt(found.to));
          return {
            suggestions: found.offers.map(({ value, detail, info }) => ({
              label: { label: value, description: detail },
              kind: monaco.languages.CompletionItemKind.Value,
              insertText: found.isWhole ? JSON.stringify(value) : value,
              filterText: found.isWhole ? JSON.stringify(value) : value,
              range,
              ...(info === undefined ? {} : { documentation: info }),
            })),
          };
        },
      }),
      monaco.languages.registerHoverProvider("json", {
        provideHover: (asked, position) => {
          if (asked !== model) return undefined;
          const word = asked.getWordAtPosition(position);
          const found = word && functionTable.get(word.word);
          if (!found) return undefined;
          const lines = [found.signature, found.title, found.description];
          return { contents: lines.map((value) => ({ value })) };
        },
      }),
      editor.addAction({
        id: "document.definition",
        label: texts.go,
        keybindings: [monaco.KeyCode.F12],
        contextMenuGroupId: "navigation",
        run: () => {
          const position = editor.getPosition();
          if (position) go(model.getValue(), model.getOffsetAt(position));
        },
      }),
      editor.addAction({
        id: "document.rename",
        label: texts.renameField,
        keybindings: [monaco.KeyCode.F2],
        contextMenuGroupId: "navigation",
        run: () => {
          const position = editor.getPosition();
          if (position) rename(model.getValue(), model.getOffsetAt(position));
        },
      }),
      editor.onMouseDown(({ event, target }) => {
        if ((event.ctrlKey || event.metaKey) && target.position)
          go(model.getValue(), model.getOffsetAt(target.position));
      }),
    ];
    const range = rangeOf(at, model);
    if (range) {
      editor.setSelection(range);
      editor.revealLineInCenter(range.startLineNumber);
    }
    mark();
    return () => {
      for (const part of parts) part.dispose();
      code.current = undefined;
    };
  });
}

/** A place by its JSON pointer, or by a key: where it is first written. */
function rangeOf(at: string, model: OpenedCode["model"]): IRange | undefined {
  if (at === "") return undefined;
  if (!at.startsWith("/")) return model.findMatches(`"${at}"`, false, false, true, null, false)[0]?.range;
  const tree = parseTree(model.getValue());
  if (!tree) return undefined;
  const { offset, length } = nodeAtPointer(tree, at).node;
  const [start, end] = [model.getPositionAt(offset), model.getPositionAt(offset + length)];
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
