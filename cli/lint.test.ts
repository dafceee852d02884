import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lint as lintDocuments } from "./lint/lint.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command says and its exit code, in this process: a start of its own took longer than its work. */
function lint(...args: string[]) {
  const said = { stdout: "", stderr: "" };
  const collect = (name: "stdout" | "stderr") => ({ write: (text: string) => (said[name] += text) });
  const status = lintDocuments(args, { stdout: collect("stdout"), stderr: collect("stderr") });
  return { status, ...said };
}

/** A few documents without errors: the shipped ones take a second for each look, and have a step of their own. */
const examples = "tests/fixtures/schemas";
const order = "store/store-order.model.json";

/** A copy of them with one word changed. */
function copyWith(name: string, path: string, from: string, to: string): string {
  const root = join(folder, name);
  cpSync(examples, root, { recursive: true });
  const file = join(root, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  return root;
}

test("documents without errors end with exit code 0 and a line of counts", () => {
  const { status, stdout } = lint(examples);
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n检查了 tests\/fixtures\/schemas 的 21 个文件：0 个错误，\d+ 个警告\n$/);
});

test("an error ends with exit code 1 and says file, line, column and the right word", () => {
  const root = copyWith("pretty", order, '"titleField"', '"titelField"');
  const { status, stdout } = lint(root);
  expect(status).toBe(1);
  expect(stdout).toContain(`${root}/${order}:9:3 错误 LC1101 未知属性 “titelField”，是否想写 “titleField”？`);
  expect(stdout).toMatch(/：\d+ 个错误，\d+ 个警告\n$/);
});

test("--format json is an array of findings with exactly the agreed keys", () => {
  const root = copyWith("json", order, '"titleField"', '"titelField"');
  const { status, stdout } = lint(root, "--format", "json");
  expect(status).toBe(1);
  const found = JSON.parse(stdout) as { file: string; severity: string }[];
  expect(found.filter(({ file, severity }) => file === order && severity === "error")).toEqual([
    {
      code: "LC1101",
      severity: "error",
      file: order,
      line: 9,
      column: 3,
      path: "",
      message: "未知属性 “titelField”，是否想写 “titleField”？",
      suggestion: "titleField",
    },
  ]);
});

test("I18N-04 --english warns of each text without English, once, at its place; without it nobody is told", () => {
  const root = copyWith("english", order, '"title": "实付金额"', '"title": "实得金额"');
  cpSync("schemas/locales", join(root, "locales"), { recursive: true });
  expect(lint(root).stdout).not.toContain("LC2028");
  const { status, stdout } = lint(root, "--english");
  expect(status).toBe(0);
  const found = stdout.split("\n").filter((line) => line.includes("LC2028"));
  const texts = found.map((line) => /没有英文：(.+)$/.exec(line)?.[1]);
  expect(new Set(texts).size).toBe(texts.length);
  // That one has English, the new text has none.
  expect(texts).not.toContain("“订单金额”");
  expect(found.filter((line) => line.includes("实得金额"))).toEqual([
    expect.stringMatching(/store-order\.model\.json:26:\d+ 警告 LC2028 没有英文：“实得金额”$/),
  ]);
});

test("--fix writes the right word, and then nothing is left to say", () => {
  const root = copyWith("fix", order, '"titleField"', '"titelField"');
  const { status, stderr } = lint(root, "--fix");
  expect(status).toBe(0);
  expect(stderr).toContain(`已修正 ${order}`);
  expect(readFileSync(join(root, order), "utf8")).toBe(readFileSync(join(examples, order), "utf8"));
});

test("a folder that is not there and an unknown option end with exit code 2 and the usage", () => {
  expect(lint(join(folder, "nowhere")).status).toBe(2);
  const { status, stderr } = lint("--colour");
  expect(status).toBe(2);
  expect(stderr).toContain("用法：npm run lint:schemas");
});

test("the npm script passes its arguments through and ends with the exit code", () => {
  const root = copyWith("script", order, '"titleField"', '"titelField"');
  const args = [root, "--format=json"];
  const run = spawnSync("npm", ["run", "-s", "lint:schemas", "--", ...args], { encoding: "utf8" });
  expect(run).toMatchObject({ status: 1, stdout: lint(...args).stdout });
});

test("a reference to rows that can be deleted says what becomes of its row (LC2030)", () => {
  const path = "settle/settle-order.model.json";
  const from = '"dict": { "model": "store/store-order", "text": "orderNo" }';
  const found = (name: string, to: string) => {
    const { status, stdout } = lint(copyWith(name, path, from, from + to), "--format", "json");
    const findings = JSON.parse(stdout) as { file: string; line: number }[];
    return { status, findings: findings.filter(({ file, line }) => file === path && line === 16) };
  };
  expect(found("unanswered", "")).toMatchObject({
    status: 0,
    findings: [{ code: "LC2030", severity: "warning", message: expect.stringContaining("门店订单可以删除") }],
  });
  expect(found("emptied", ', "required": true, "onDelete": "set-null"')).toMatchObject({
    findings: [{ code: "LC2030", message: "“orderId” 必填，onDelete 不能是 set-null" }],
  });
  expect(found("answered", ', "onDelete": "cascade"').findings).toEqual([]);
});
