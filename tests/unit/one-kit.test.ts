import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const folders = ["src", "renderers", "plugins"];
const tracked = (end: string) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...folders], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file.endsWith(end) && !/\.test\.|\.gen\./.test(file));
const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");

/** Lines of style sheets of our own. Lower it with what is deleted; a new part arranges itself with the words in styles.css. */
const mostLines = 4500;

/**
 * Who writes the role of a window, a list of choices or a row of tabs itself, and why antd's part does not do.
 * Everything else gets the role with the part of antd that it draws.
 */
const owners: Readonly<Record<string, string>> = {
  "renderers/layouts/PopupPanel.tsx": "antd's popover is a tooltip and its dropdown a menu",
  "src/login/LockScreen.tsx":
    "a native dialog keeps out what opens later too; of antd's windows the last one takes the focus",
  "src/shell/MenuSearch.tsx": "antd's select takes Tab for a choice, names no group and marks no line as selected",
  "src/shell/TabBar.tsx": "antd's list of tabs holds buttons too, which a tablist must not",
};

const ownRole = /(?<!\[)role="(dialog|alertdialog|combobox|listbox|menu|menubar|tablist)"|<dialog\b/;

it("keeps the style sheets of our own from growing", () => {
  const sheets = tracked(".css");
  expect(sheets.length).toBeGreaterThan(40);
  const lines = sheets.reduce((sum, file) => sum + textOf(file).split("\n").length - 1, 0);
  expect(lines).toBeLessThanOrEqual(mostLines);
});

it("leaves windows, lists of choices and tabs to antd, but for those that are named here", () => {
  const found = tracked(".tsx").filter((file) => ownRole.test(textOf(file).replace(/\/\*[\s\S]*?\*\//g, "")));
  expect(found.sort()).toEqual(Object.keys(owners).sort());
});

it("styles no class that no part names", () => {
  const styled = new Set(tracked(".css").flatMap((file) => textOf(file).match(/(?<=\.)[a-z][\w-]+/g) ?? []));
  const parts = new Set(tracked(".tsx").concat(tracked(".ts")).map(textOf));
  const words = new Set([...parts].flatMap((text) => text.match(/[\w-]+/g) ?? []));
  // Built from a name at run time: a tone, a side, a kind of panel.
  const made = /^sc-center$|^sc-(dot|tag|gauge|panel|tr|pin|window|grid-total|th|gr)-/;
  const dead = [...styled].filter(
    (name) =>
      /^(sc|login|shell|notice|menu|tab|settings|grants|why)-/.test(name) && !made.test(name) && !words.has(name),
  );
  expect(dead).toEqual([]);
});
