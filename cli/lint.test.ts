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

/** A copy of the shipped documents with one word changed. */
function copyWith(name: string, path: string, from: string, to: string): string {
  const root = join(folder, name);
  cpSync("schemas", root, { recursive: true });
  const file = join(root, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  return root;
}

test("the shipped documents end with exit code 0 and a line of counts", () => {
  const { status, stdout } = lint();
  expect(status).toBe(0);
  expect(stdout).toMatch(/^检查了 schemas 的 \d+ 个文件：0 个错误，0 个警告\n$/);
});

test("an error ends with exit code 1 and says file, line, column and the right word", () => {
  const root = copyWith("pretty", "member/member.model.json", '"titleField"', '"titelField"');
  const { status, stdout } = lint(root);
  expect(status).toBe(1);
  expect(stdout).toContain(
    `${root}/member/member.model.json:9:3 错误 LC1101 未知属性 “titelField”，是否想写 “titleField”？`,
  );
  expect(stdout).toMatch(/：\d+ 个错误，\d+ 个警告\n$/);
});

test("--format json is an array of findings with exactly the agreed keys", () => {
  const root = copyWith("json", "member/member.model.json", '"titleField"', '"titelField"');
  const { status, stdout } = lint(root, "--format", "json");
  expect(status).toBe(1);
  expect((JSON.parse(stdout) as { file: string }[]).filter((one) => one.file === "member/member.model.json")).toEqual([
    {
      code: "LC1101",
      severity: "error",
      file: "member/member.model.json",
      line: 9,
      column: 3,
      path: "",
      message: "未知属性 “titelField”，是否想写 “titleField”？",
      suggestion: "titleField",
    },
  ]);
});

test("I18N-04 --english warns of each text without English, once, at its place; without it nobody is told", () => {
  const root = copyWith("english", "member/member.model.json", '"title": "会员"', '"title": "超级会员"');
  expect(lint(root).stdout).not.toContain("LC2028");
  const { status, stdout } = lint(root, "--english");
  expect(status).toBe(0);
  expect(stdout.match(/LC2028/g)).toHaveLength(1);
  expect(stdout).toMatch(/member\/member\.model\.json:\d+:\d+ 警告 LC2028 没有英文：“超级会员”/);
});

test("--fix writes the right word, and then nothing is left to say", () => {
  const root = copyWith("fix", "member/member.model.json", '"titleField"', '"titelField"');
  const { status, stderr } = lint(root, "--fix");
  expect(status).toBe(0);
  expect(stderr).toContain("已修正 member/member.model.json");
  expect(readFileSync(join(root, "member/member.model.json"), "utf8")).toBe(
    readFileSync("schemas/member/member.model.json", "utf8"),
  );
});

test("a folder that is not there and an unknown option end with exit code 2 and the usage", () => {
  expect(lint(join(folder, "nowhere")).status).toBe(2);
  const { status, stderr } = lint("--colour");
  expect(status).toBe(2);
  expect(stderr).toContain("用法：npm run lint:schemas");
});

test("the npm script passes its arguments through and ends with the exit code", () => {
  const run = (...args: string[]) =>
    spawnSync("npm", ["run", "-s", "lint:schemas", "--", ...args], { encoding: "utf8" });
  const { status, stdout } = run("schemas", "--format=json");
  expect([status, JSON.parse(stdout)]).toEqual([0, []]);
  expect(run("--colour")).toMatchObject({ status: 2, stdout: "" });
});

test("a reference to rows that can be deleted says what becomes of its row (LC2030)", () => {
  const path = "member/member-relation.model.json";
  const found = (name: string, to: string) => {
    const { status, stdout } = lint(copyWith(name, path, ', "onDelete": "cascade"', to), "--format", "json");
    return { status, findings: JSON.parse(stdout) as unknown[] };
  };
  expect(found("unanswered", "")).toMatchObject({
    status: 0,
    findings: [
      { code: "LC2030", severity: "warning", file: path, line: 13, message: expect.stringContaining("会员可以删除") },
    ],
  });
  expect(found("emptied", ', "onDelete": "set-null"')).toMatchObject({
    findings: [{ code: "LC2030", message: "“memberId” 必填，onDelete 不能是 set-null" }],
  });
});
