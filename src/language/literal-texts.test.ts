import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chineseImport } from "../../renderers/form/import-messages.ts";
import { chineseGrid } from "../../renderers/grid/grid-messages.ts";
import { chineseMessages } from "../../renderers/messages.ts";
import { chinesePicks } from "../../renderers/pick-messages.ts";
import { chineseSuperQuery } from "../../renderers/super-query/super-query-messages.ts";
import type { Texts } from "../../runtime/language/language.ts";
import { englishErrors } from "../../server/http/errors.en-US.ts";
import { errorTable } from "../../server/http/errors.ts";
import { zhCN } from "../messages/zh-CN.ts";
import { english } from "./en-US.ts";

interface Catalogues {
  readonly console: Texts<typeof zhCN>;
  readonly grid: Texts<typeof chineseGrid>;
  readonly importFile: Texts<typeof chineseImport>;
  readonly renderers: Texts<typeof chineseMessages>;
  readonly superQuery: Texts<typeof chineseSuperQuery>;
  readonly picks: Texts<typeof chinesePicks>;
}
const chinese: Catalogues = {
  console: zhCN,
  grid: chineseGrid,
  importFile: chineseImport,
  renderers: chineseMessages,
  superQuery: chineseSuperQuery,
  picks: chinesePicks,
};

/** Where each agreed text is spoken, in the order of `docs/reference/texts.md`. */
const spoken: readonly (readonly [id: string, text: (catalogues: Catalogues) => string])[] = [
  ["TBL-03", ({ grid }) => grid.sum],
  ["TBL-03", ({ grid }) => grid.average],
  ["TBL-12", ({ renderers }) => renderers.list.pageRange(1, 10, "45")],
  ["TBL-19", ({ grid }) => grid.tooFast],
  ["PCK-01", ({ picks }) => picks.area.badType],
  ["QRY-01", ({ superQuery }) => superQuery.title],
  ["QRY-03", ({ superQuery }) => superQuery.nameEmpty],
  ["QRY-03", ({ superQuery }) => superQuery.exists("A")],
  ["QRY-03", ({ superQuery }) => superQuery.saved],
  ["QRY-03", ({ superQuery }) => superQuery.emptyQuery],
  ["QRY-03", ({ superQuery }) => superQuery.emptySave],
  ["IMP-01", ({ importFile }) => importFile.title],
  ["SES-15", (catalogues) => catalogues.console.shell.cacheCleared],
  ["SES-15", (catalogues) => catalogues.console.shell.cacheFailed],
  ["LAY-11", (catalogues) => catalogues.console.settings.themeFailed],
];

test("TBL-03, TBL-12, TBL-19, PCK-01, QRY-01, QRY-03, IMP-01, SES-15, SYS-08, LAY-11 the console says what is agreed, in both languages", () => {
  const page = readFileSync("docs/reference/texts.md", "utf8");
  const agreed = page.split("\n").filter((line) => /^\| [A-Z]+-\d/.test(line));
  const rows = [
    ...spoken.map(([id, text]) => [id, text(chinese), text(english.catalogues)]),
    ["SYS-08", errorTable.DICT_CODE_EMPTY.message, englishErrors.DICT_CODE_EMPTY],
  ];
  expect(rows.map((row) => `| ${row.join(" | ")} |`)).toEqual(agreed);
});
