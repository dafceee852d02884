import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import { untestedScreens } from "../../../runtime/check/untested-screens.ts";
import { shippedFiles } from "../language/document-files.ts";

const files = shippedFiles();

test("every shipped screen has a test beside it", () => {
  expect(untestedScreens(checkDocuments(files, { definitions })).map(({ file }) => file)).toEqual([]);
});

test("LC2017 names a screen whose test is missing", () => {
  const others = files.filter(({ path }) => path !== "store/store.screen.test.json");
  expect(untestedScreens(checkDocuments(others, { definitions }))).toMatchObject([
    { code: "LC2017", severity: "warning", file: "store/store.screen.json", line: 1 },
  ]);
});

test.each(["{", '{ "schemaVersion": 1, "screen": "store/store", "caces": [] }'])(
  "a test that has errors is there all the same: %s",
  (text) => {
    const broken = files.map((file) => (file.path === "store/store.screen.test.json" ? { ...file, text } : file));
    expect(untestedScreens(checkDocuments(broken, { definitions }))).toEqual([]);
  },
);
