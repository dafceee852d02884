import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { knownRenderers } from "../../../renderers/screens/known-renderers.ts";
import { runScreenCase } from "../../../renderers/testing/screen-test/run-screen-case.ts";
import { type Given, testConsole } from "../../../renderers/testing/screen-test/test-console.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import { compileScreen } from "../../../runtime/compile/compile-screen.ts";
import type { DictOption } from "../../../runtime/wire/envelope.ts";
import { readDocuments } from "../../../server/documents/read-documents.ts";
import { shippedReportModels } from "../../support/shipped-reports.ts";
import { shippedFiles } from "../language/document-files.ts";

/** Facts that stand beside screens (`x.screen.test.json`), run without a browser: those of the product or of `SCHEMAS_DIR`. */
const { SCHEMAS_DIR: ownFolders } = process.env;
const documents = checkDocuments(ownFolders ? readDocuments(ownFolders) : shippedFiles(), { definitions });

const dictionaries = new Map(
  [...documents.data.values()]
    .filter(({ model }) => model === "system/dict")
    .flatMap(({ rows }) => rows.map((row) => [String(row.dictCode), optionsOf(row.items)] as const)),
);

/** The columns of the reports that ship stand beside the models, as the console puts them. */
const models = new Map([...documents.resolvedModels, ...shippedReportModels(documents.data.values())]);

function optionsOf(items: unknown): readonly DictOption[] {
  const list = Array.isArray(items) ? (items as Readonly<Record<string, unknown>>[]) : [];
  return list.map(({ itemValue, itemText, itemColor }) => ({
    value: String(itemValue),
    text: String(itemText),
    title: String(itemText),
    ...(itemColor ? { color: String(itemColor) } : {}),
  }));
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const suffix = ".screen.test.json";
for (const { file, line, column, message, severity } of documents.diagnostics) {
  if (severity !== "error" || !file.endsWith(suffix)) continue;
  test(`${file.slice(0, -suffix.length)} can be read: ${line}:${column}`, () => expect.unreachable(message));
}

for (const document of documents.tests.values()) {
  describe(document.screen, () => {
    test.each(document.cases.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
      const screen = documents.screens.get(document.screen);
      if (!screen) throw new Error(`没有页面 ${document.screen}`);
      const given = { ...document.given, ...one.given } as Given;
      vi.setSystemTime(new Date((given.now ?? "2026-03-01 10:00:00").replace(" ", "T")));
      const plan = compileScreen({ ...screen, id: document.screen }, models, knownRenderers);
      expect(await runScreenCase(plan, testConsole(given, dictionaries), one)).toEqual([]);
    });
  });
}
