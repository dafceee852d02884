import { applyEdits, type Edit, modify, parse } from "jsonc-parser";
import type { OpenedCode } from "../../renderers/code/code-props.ts";

export type Path = readonly (string | number)[];
const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** The edits that write a value at a place (undefined removes it); everything else keeps its form. */
export const editsFor = (text: string, path: Path, value: unknown): Edit[] =>
  modify(text, [...path], value, { formattingOptions });

/** An element more, after the last one. */
export const editsToAdd = (text: string, path: Path, index: number, value: unknown): Edit[] =>
  modify(text, [...path, index], value, { formattingOptions, isArrayInsertion: true });

/** An element of a list one place further (`step` 1) or nearer (−1): two values change places. */
export function textWithMoved(text: string, path: Path, step: 1 | -1): string {
  const at = Number(path.at(-1));
  const around = path.slice(0, -1);
  const list = around.reduce<unknown>((value, key) => (value as never)?.[key], parse(text)) as readonly unknown[];
  const [one, other] = [list[at], list[at + step]];
  if (one === undefined || other === undefined) return text;
  const first = applyEdits(text, editsFor(text, path, other));
  return applyEdits(first, editsFor(first, [...around, at + step], one));
}

/** Writes a whole text as one step that can be taken back; only the part that differs is touched. */
export function writeText({ editor, model }: OpenedCode, next: string): void {
  const now = model.getValue();
  let start = 0;
  while (start < now.length && start < next.length && now[start] === next[start]) start += 1;
  let [end, nextEnd] = [now.length, next.length];
  while (end > start && nextEnd > start && now[end - 1] === next[nextEnd - 1]) {
    end -= 1;
    nextEnd -= 1;
  }
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  const range = {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
  editor.pushUndoStop();
  editor.executeEdits("outline", [{ range, text: next.slice(start, nextEnd) }]);
  editor.pushUndoStop();
}
