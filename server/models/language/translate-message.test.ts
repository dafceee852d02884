import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { onlineFormMessages } from "../../../runtime/online-forms/messages.ts";
import { ruleMessages } from "../../../runtime/online-forms/rules/rule-messages.ts";
import { englishErrors } from "../../http/errors.en-US.ts";
import { errorTable } from "../../http/errors.ts";
import { englishReasons } from "./reasons.en-US.ts";
import { translateMessage, translatePhrase } from "./translate-message.ts";

const texts = new Map([
  ["姓名", "Name"],
  ["手机号", "Mobile number"],
  ["订单", "Order"],
  ["明细", "Items"],
  ["生日不能晚于今天", "The birthday cannot be after today"],
]);
const han = /\p{Script=Han}/u;

describe("an answer in English", () => {
  it.each([
    ["用户名或密码错误", "The user name or password is wrong"],
    [
      "该用户登录失败次数过多，请于7分钟后再次登录！",
      "Too many failed sign-ins for this user. Please try again in 7 minutes",
    ],
    ["不支持 PUT 请求，请改用 GET", "PUT is not supported here, use GET"],
    ["生日不能晚于今天", "The birthday cannot be after today"],
    ["请输入手机号", "Enter mobile number"],
    ["手机号不能重复", "Mobile number must be unique"],
    ["姓名最大长度50位字符", "Name: at most 50 characters"],
    ["明细第 2 行：请输入手机号", "Items, row 2: Enter mobile number"],
    ['第 2 行：内容 "mod" 里没有这一项，是否想写 "mode"？', 'Line 2: Value has no entry "mod"; did you mean "mode"?'],
    ["“文三路店”已存在", "“文三路店” exists already"],
    ["不支持按“手机号”排序", "Sorting by “手机号” is not possible"],
    ["当前状态“已取消”不能进行“审核”操作", "“审核” is not possible in the status “已取消”"],
    ["谁也没有翻译过的话", "谁也没有翻译过的话"],
  ])("I18N-05 says %s as %s", (chinese, english) => {
    expect(translateMessage(chinese, texts)).toBe(english);
  });

  it.each([
    ["角色 店长、部门角色 总部 / 审核", "Role 店长, Department role 总部 / 审核"],
    ["否：由系统填写", "No: filled in by the system"],
    ["store:order:list：订单、明细", "store:order:list: Order, Items"],
    ["no:such：没有这个菜单或按钮", "no:such: there is no such menu or button"],
    ["数据规则：手机号 = #{sys_user_code}", "Data rule: Mobile number = #{sys_user_code}"],
    [
      "数据规则：姓名 LIKE 张（被同一字段的另一条规则代替）",
      "Data rule: Name LIKE 张 (replaced by another rule for the same field)",
    ],
    ["角色 值班、角色 店长", "Role 值班, Role 店长"],
    ["等于 A01", "Equals A01"],
  ])("I18N-05 explains %s as %s", (chinese, english) => {
    expect(translatePhrase(chinese, texts)).toBe(english);
  });

  it("I18N-05 leaves a long message alone and is quick about a hostile one", () => {
    const hostile = `${"第 ".repeat(60)}行：${"中".repeat(60)}`;
    expect(translateMessage(hostile, texts)).toContain("中");
    const long = `请输入${"长".repeat(400)}`;
    expect(translateMessage(long, texts)).toBe(long);
  });

  it("I18N-05 has an English message for each error, with the same parts and no Chinese", () => {
    const parts = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [name, { message }] of Object.entries(errorTable)) {
      const english = englishErrors[name as keyof typeof errorTable];
      expect(parts(english), name).toEqual(parts(message));
      expect(english, name).not.toMatch(han);
    }
    for (const [chinese, english] of Object.entries(englishReasons)) {
      expect(parts(english), chinese).toEqual(parts(chinese));
      expect(english, chinese).not.toMatch(han);
    }
  });
});

it.each([
  ["online forms", onlineFormMessages],
  ["rules of forms", ruleMessages],
])("I18N-06 what is wrong with %s is told in English, each part filled in", (_name, catalogue) => {
  for (const [key, text] of Object.entries(catalogue)) {
    const said = typeof text === "function" ? String((text as (...parts: string[]) => string)("a1", "b2")) : text;
    const english = translateMessage(said, new Map());
    expect(english, key).not.toMatch(han);
    for (const part of ["a1", "b2"]) if (said.includes(part)) expect(english, key).toContain(part);
  }
});

/** What handlers say: the literals of refusals and of answers that carry a message. */
function saidByHandlers(): [place: string, text: string][] {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const said = /\b(?:refused?\(|invalid\(|wrong\(|reason: |ok\([^()"`]*, )(?:"([^"\n]*)"|`([^`\n]*)`)/g;
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(said)].map(([, plain, filled]): [string, string] => [
        path,
        plain ?? (filled ?? "").replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "7"),
      ]),
    )
    .filter(([, text]) => han.test(text));
}

/** Said to programs that call wrongly, and to those who write documents: diagnostics, which stay Chinese. */
const forDevelopers =
  /^(参数 |condition |pageSize |加载分类字典树参数|不支持自定义 SQL|字段|结果的列名|列 |7 须写明字段)/;

it("I18N-06 what handlers answer to people has an English text", () => {
  const all = saidByHandlers();
  expect(all.length).toBeGreaterThan(100);
  const missing = all
    .filter(([, text]) => !forDevelopers.test(text) && translateMessage(text, texts) === text)
    .map(([path, text]) => `${path}: ${text}`);
  expect(missing).toEqual([]);
});
