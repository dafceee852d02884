import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { errorMessage, errorTable } from "./errors.ts";

const reference = readFileSync(fileURLToPath(new URL("../../docs/reference/errors.md", import.meta.url)), "utf8");

it("the reference lists every error with its status, code and message, and no others", () => {
  const documented = reference
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter(([, name]) => /^[A-Z_]+$/.test(name ?? ""))
    .map(([, name, http, code, message, remedy]) => ({
      name,
      http: Number(http),
      code: Number(code),
      message,
      remedy,
    }));
  expect(documented.filter((row) => !row.remedy)).toEqual([]);
  const byName = Object.fromEntries(documented.map(({ name, http, code, message }) => [name, { http, code, message }]));
  expect(byName).toEqual(errorTable);
});

it("a message is filled from its details, and a missing detail leaves nothing behind", () => {
  expect(errorMessage("LOGIN_LOCKED", { minutes: 7 })).toBe("该用户登录失败次数过多，请于7分钟后再次登录！");
  expect(errorMessage("SCREEN_NOT_FOUND", { id: "a/b" })).toBe("没有页面 a/b");
});
