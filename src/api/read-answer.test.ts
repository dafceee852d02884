import { expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";

const envelope = (more: object) =>
  JSON.stringify({ success: true, code: 0, message: "", result: 1, timestamp: 1, ...more });

it.each([0, 200, "200"])("code %j with success is a success", (code) => {
  expect(readAnswer(envelope({ code })).kind).toBe("success");
});

it.each([500, 201, 510])("code %j is a refusal even when success is true", (code) => {
  expect(readAnswer(envelope({ code })).kind).toBe("refused");
});

it("success false is a refusal whatever the code says", () => {
  expect(readAnswer(envelope({ success: false, code: 200 })).kind).toBe("refused");
});

it("a framework's own error body reads as a refusal with its message", () => {
  const answer = readAnswer(
    '{"timestamp":"x","status":500,"error":"Internal","message":"Token失效，请重新登录","path":"/a"}',
  );
  expect(answer).toMatchObject({ kind: "refused", envelope: { code: 500, message: "Token失效，请重新登录" } });
});

it.each([
  ["", "empty"],
  ["  \n", "empty"],
  ["<!doctype html><title>502</title>", "html"],
  ['{"success":true,"code":0,"resu', "broken"],
  ["[1,2]", "foreign"],
  ["null", "foreign"],
  ['"text"', "foreign"],
  ['{"rows":[]}', "foreign"],
])("a body %j reads as %s", (text, kind) => {
  expect(readAnswer(text).kind).toBe(kind);
});
