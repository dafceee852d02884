import { expect, it } from "vitest";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { fileLanguages } from "./language/reader-texts.ts";
import { sheetTitles } from "./sheet-titles.ts";

const field = (name: string, title: string) => ({ name, title }) as ResolvedField;
const documents = new Map([
  [
    "en-US",
    new Map([
      ["请求方法", "Request method"],
      ["请求类型", "Request method"],
      ["地址", "Address"],
    ]),
  ],
]);

it("I18N-08 a header names one column: two titles with one translation keep their own beside it", () => {
  const fields = [field("a", "请求方法"), field("b", "请求类型"), field("c", "地址"), field("d", "没有译文")];
  const [chinese, english] = fileLanguages(documents).texts.map((texts) => [...sheetTitles(fields, texts).values()]);
  expect(chinese).toEqual(["请求方法", "请求类型", "地址", "没有译文"]);
  expect(english).toEqual(["Request method (请求方法)", "Request method (请求类型)", "Address", "没有译文"]);
});
