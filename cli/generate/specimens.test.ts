import { describe, expect, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { knownRenderers } from "../../renderers/screens/known-renderers.ts";
import { runScreenCase } from "../../renderers/testing/screen-test/run-screen-case.ts";
import { type Given, testConsole } from "../../renderers/testing/screen-test/test-console.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";
import { identify } from "../../runtime/schema/source-document.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { shippedReportModels } from "../../tests/support/shipped-reports.ts";
import { shippedFiles } from "../../tests/unit/language/document-files.ts";
import { specimenFolder } from "./generated-files.ts";

const files = readDocuments(specimenFolder);
const known = checkDocuments(shippedFiles(), { definitions });
const checked = checkDocuments(files, { known, definitions });
const models = new Map([
  ...known.resolvedModels,
  ...checked.resolvedModels,
  ...shippedReportModels(checked.data.values()),
]);
/** A registered page is drawn by its component, not compiled. */
const compiled = [...checked.screens].filter(([, screen]) => !("component" in screen)).map(([id]) => id);

const compile = (id: string) => {
  const screen = checked.screens.get(id);
  if (!screen) throw new Error(`no screen ${id}`);
  return compileScreen({ ...screen, id }, models, knownRenderers);
};

test("the linter has nothing to say about the specimens, and they are formatted", () => {
  expect(checked.diagnostics.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`)).toEqual([]);
  for (const { path, text } of files) {
    const kind = identify(path)?.kind;
    expect(kind && formatDocument(text, kind), path).toBe(text);
  }
});

test.each(compiled)("%s compiles without findings", (id) => {
  expect(compile(id).diagnostics).toEqual([]);
});

describe.each([...checked.tests.values()])("$screen", ({ screen, given, cases }) => {
  test.each(cases)("$title", async (one) => {
    const console = testConsole({ ...given, ...one.given } as Given, new Map());
    expect(await runScreenCase(compile(screen), console, one)).toEqual([]);
  });
});
