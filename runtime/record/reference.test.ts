import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { functionTable } from "../expr/functions.ts";
import { namedPatterns } from "./patterns.ts";

const page = readFileSync("docs/reference/expressions.md", "utf8");
const codesBelow = (heading: string): string[] =>
  [...(page.split(`## ${heading}`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)`/gm)].map(
    (match) => match[1] ?? "",
  );

test("the reference lists exactly the functions of the language, as they are written", () => {
  expect(codesBelow("Functions")).toEqual([...functionTable.values()].map((entry) => entry.signature));
});

test("the reference lists exactly the named patterns, with their messages", () => {
  expect(codesBelow("Named patterns")).toEqual([...namedPatterns.keys()]);
  for (const { message } of namedPatterns.values()) expect(page).toContain(message);
});
