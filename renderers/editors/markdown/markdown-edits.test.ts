import { describe, expect, test } from "vitest";
import {
  type Edit,
  escapeAddress,
  escapeWords,
  indentLines,
  insertBlock,
  markLines,
  nextListLine,
  type Selected,
  wrap,
} from "./markdown-edits.ts";

/** `a[b]c`: the text a b c with b selected; `|` is the caret. */
function selected(shown: string): Selected {
  const caret = shown.indexOf("|");
  if (caret >= 0) return { text: shown.replace("|", ""), start: caret, end: caret };
  const start = shown.indexOf("«");
  return { text: shown.replace(/[«»]/g, ""), start, end: shown.indexOf("»") - 1 };
}

function after({ text }: Selected, { from, to, insert, start, end }: Edit): string {
  const all = text.slice(0, from) + insert + text.slice(to);
  return start === end
    ? `${all.slice(0, start)}|${all.slice(start)}`
    : `${all.slice(0, start)}«${all.slice(start, end)}»${all.slice(end)}`;
}
const edited = (shown: string, edit: (selection: Selected) => Edit | undefined) => {
  const selection = selected(shown);
  const made = edit(selection);
  return made && after(selection, made);
};

describe("PCK-13 the toolbar of Markdown", () => {
  test.each([
    ["门店«已»审核", "门店**«已»**审核"],
    ["门店**«已»**审核", "门店«已»审核"],
    ["|", "**«加粗文字»**"],
  ])("bold: %s becomes %s", (before, then) => {
    expect(edited(before, (each) => wrap(each, "**", "加粗文字"))).toBe(then);
  });

  test.each([
    ["一|", "- 一|"],
    ["- 一|", "一|"],
    ["«一\n二»", "«- 一\n- 二»"],
    ["1. 一|", "- 一|"],
    ["  - [x] 一|", "  - 一|"],
  ])("bullets: %j becomes %j", (before, then) => {
    expect(edited(before, (each) => markLines(each, () => "- "))).toBe(then);
  });

  test("numbers count, and a line at whose start the selection ends is left out", () => {
    expect(edited("«一\n二\n»三", (each) => markLines(each, (line) => `${line}. `))).toBe("«1. 一\n2. 二»\n三");
  });

  test("indenting moves every line two places and back", () => {
    expect(edited("«- 一\n- 二»", (each) => indentLines(each, true))).toBe("«  - 一\n  - 二»");
    expect(edited("«  - 一\n- 二»", (each) => indentLines(each, false))).toBe("«- 一\n- 二»");
  });

  test("a block stands between empty lines", () => {
    expect(edited("上|下", (each) => insertBlock(each, "---"))).toBe("上\n\n---|\n\n下");
    expect(edited("|", (each) => insertBlock(each, "```\n代码\n```", "代码"))).toBe("```\n«代码»\n```\n\n");
  });

  test.each([
    ["- 一|", "- 一\n- |"],
    ["9. 一|", "9. 一\n10. |"],
    ["- [x] 一|", "- [x] 一\n- [ ] |"],
    ["- 一\n- |", "- 一\n|"],
    ["一|", undefined],
  ])("Enter after %j gives %j", (before, then) => {
    expect(edited(before, nextListLine)).toBe(then);
  });

  test("names and addresses do not end their marks", () => {
    expect(escapeWords("图[1]\n二")).toBe("图\\[1\\] 二");
    expect(escapeAddress("/a(1).png")).toBe("/a%281%29.png");
  });
});
