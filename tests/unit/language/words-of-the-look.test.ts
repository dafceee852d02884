import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chineseMessages } from "../../../renderers/messages.ts";
import { zhCN } from "../../../src/messages/zh-CN.ts";
import { shippedFiles } from "./document-files.ts";

/** Wording rules of the console (design, 文案), as far as a text alone can break them. */
const rules: readonly (readonly [rule: string, broken: RegExp])[] = [
  ["a space between Chinese and Latin letters", /\p{Script=Han}[A-Za-z]{2,}|[A-Za-z]{2,}\p{Script=Han}/u],
  ["full-width punctuation in a Chinese sentence", /\p{Script=Han}[,?;!](?!\p{Script=Han}*$)|[,?;]\p{Script=Han}/u],
  ["one sign for an ellipsis", /\.\.\.|。。|……/],
  ["buttons say what they do", /^(确定|OK|Ok)$/],
  ["an empty state says what comes next", /^暂无数据。?$/],
  ["a check says what is right", /格式有误/],
  ["公告撤回，不是撤销", /撤销公告|公告撤销/],
];

/** Kept as the contract or the specification writes them. */
const given = new Set([
  "字典编码不能为空!",
  "Token失效",
  "您尚未归属部门,请确认账号信息",
  "popup参数未正确配置!",
  "popup参数未正确配置,原始值和目标值数量不一致!",
  "组件JTreeSelect-condition传值有误，需要一个json字符串!",
]);

const texts = (value: unknown): string[] => {
  if (typeof value === "string") return /\p{Script=Han}/u.test(value) && !value.includes("{{") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
};
const broken = (all: readonly string[]) =>
  all.flatMap((text) =>
    given.has(text) ? [] : rules.flatMap(([rule, sign]) => (sign.test(text) ? [`${rule}: ${text}`] : [])),
  );

it("no shipped document breaks a wording rule of the console", () => {
  const files = shippedFiles().filter(({ path }) => !/locales\/|\.test\.json$/.test(path));
  expect(files.length).toBeGreaterThan(200);
  expect(broken(files.flatMap(({ text }) => texts(JSON.parse(text))))).toEqual([]);
});

it("no message of the console breaks one", () => {
  expect(broken([...texts(zhCN), ...texts(chineseMessages)])).toEqual([]);
});

it("components take their punctuation from the messages too: a Chinese stop stood in the English console", () => {
  const components = ["renderers", "src"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const drawn = components.filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"));
  expect(drawn.length).toBeGreaterThan(300);
  expect(drawn.filter((path) => />\s*[，。；：、！？]/u.test(readFileSync(path, "utf8")))).toEqual([]);
});

it("titles of shipped documents end without a full stop", () => {
  const titlesIn = (value: unknown): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) =>
          (key === "title" || key === "label") && typeof inner === "string" ? [inner] : titlesIn(inner),
        )
      : [];
  const all = shippedFiles().flatMap(({ text }) => titlesIn(JSON.parse(text)));
  expect(all.filter((title) => title.endsWith("。"))).toEqual([]);
});
