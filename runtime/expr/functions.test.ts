import { expect, test } from "vitest";
import { compileExpression } from "./compile.ts";
import { functionTable } from "./functions.ts";

const examples = [...functionTable.values()].flatMap(({ name, examples }) =>
  examples.map((example) => ({ name, ...example })),
);

test.each(examples)("the documented example of $name holds: $expression", ({ expression, scope, result }) => {
  expect(compileExpression(expression)(scope ?? {})).toEqual(result);
});

test("every function has a title, a description, a signature with its name and an example", () => {
  expect(functionTable.size).toBeGreaterThanOrEqual(33);
  for (const entry of functionTable.values()) {
    expect(entry.title, entry.name).not.toBe("");
    expect(entry.description, entry.name).toMatch(/。$/);
    expect(entry.signature.startsWith(`${entry.name}(`), entry.name).toBe(true);
    expect(entry.examples.length, entry.name).toBeGreaterThan(0);
  }
});
