import { afterEach, describe, expect, it, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import {
  documentText,
  learnDocumentTexts,
  textsToTranslate,
  translateDocument,
} from "../../../runtime/language/document-texts.ts";
import { shippedFiles } from "./document-files.ts";

afterEach(() => learnDocumentTexts({}));

describe("translating a document", () => {
  const screen = { kind: "list", model: "会员", title: "会员", toolbar: [{ label: "冻结", value: "冻结" }] };

  it("I18N-03 translates what people read and nothing else", () => {
    learnDocumentTexts({ 会员: "Member", 冻结: "Freeze" });
    expect(translateDocument(screen)).toEqual({
      kind: "list",
      model: "会员",
      title: "Member",
      toolbar: [{ label: "Freeze", value: "冻结" }],
    });
    expect(screen.title).toBe("会员");
  });

  it("I18N-03 translates what stands above columns, and a text that is Chinese by its marks alone", () => {
    learnDocumentTexts({ 金额: "Amounts", "{{ user.welcome }}，{{ user.realname }}": "{{ user.welcome }}, you" });
    const column = { field: "price", groupHeader: "金额" };
    const greeting = "{{ user.welcome }}，{{ user.realname }}";
    expect(translateDocument([column, { greeting }])).toEqual([
      { field: "price", groupHeader: "Amounts" },
      { greeting: "{{ user.welcome }}, you" },
    ]);
    expect([...textsToTranslate([column, { greeting }])]).toEqual(["金额", greeting]);
  });

  it("I18N-03 leaves a text as written where nobody translated it", () => {
    learnDocumentTexts({ 会员: "Member" });
    expect(translateDocument({ title: "自己写的" })).toEqual({ title: "自己写的" });
    expect(documentText("constructor")).toBe("constructor");
  });

  it("I18N-03 returns the document itself in the language it is written in", () => {
    expect(translateDocument(screen)).toBe(screen);
  });
});

describe("the shipped documents in English", () => {
  const checked = checkDocuments(shippedFiles(), { definitions });
  const english = checked.texts.get("en-US") ?? new Map<string, string>();
  const rows = (model: string) =>
    [...checked.data.values()].filter((data) => data.model === model).flatMap((data) => data.rows);
  const shown: readonly [string, unknown][] = [
    ...[...checked.models].map(([id, model]) => [`${id}.model`, model] as [string, unknown]),
    ...[...checked.screens].map(([id, screen]) => [`${id}.screen`, screen] as [string, unknown]),
    ...rows("system/permission").map((row) => [`menu ${row.id}`, { title: row.name }] as [string, unknown]),
    ...rows("system/dict").map(({ dictCode, items }) => {
      const texts = Array.isArray(items) ? items.map((item) => ({ text: item.itemText })) : [];
      return [`dict ${dictCode}`, texts] as [string, unknown];
    }),
  ];

  test("I18N-04 every text that people read has an English one", () => {
    const missing = shown.flatMap(([place, document]) =>
      [...textsToTranslate(document)].filter((text) => !english.has(text)).map((text) => `${place}: ${text}`),
    );
    expect(missing).toEqual([]);
  });

  test("I18N-04 no English text is Chinese, empty or left over", () => {
    const used = new Set(shown.flatMap(([, document]) => [...textsToTranslate(document)]));
    const wrong = [...english].filter(([, text]) => text.trim() === "" || /\p{Script=Han}/u.test(text));
    expect(wrong).toEqual([]);
    expect([...english.keys()].filter((text) => !used.has(text))).toEqual([]);
  });

  test("I18N-04 an English text reads the same values as the one it stands for", () => {
    const expressions = (text: string) =>
      (text.match(/\{\{.*?\}\}/g) ?? []).map((part) => part.replace(/'[^']*'/g, "''")).sort();
    const differing = [...english].filter(([text, other]) => expressions(text).join() !== expressions(other).join());
    expect(differing).toEqual([]);
  });
});

test("I18N-03 a file of texts that is no flat map is named, and takes no other down", () => {
  const { texts, diagnostics } = checkDocuments([
    { path: "locales/en-US/a.json", text: '{ "会员": "Member" }' },
    { path: "locales/en-US/b.json", text: '{ "会员": ["Member"] }' },
  ]);
  expect(texts.get("en-US")?.get("会员")).toBe("Member");
  expect(diagnostics).toMatchObject([{ file: "locales/en-US/b.json", severity: "error" }]);
});
