import { expect, it } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

it("SES-18 a path of the console passes with its query and fragment", () => {
  expect(safeRedirect("/member/list?sex=1&name=%E5%BC%A0#top")).toBe("/member/list?sex=1&name=%E5%BC%A0#top");
});

it.each([
  "//evil.example/a",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "HTTPS:/evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  " /member",
  "member/list",
  "",
])("a redirect to %j is ignored", (raw) => {
  expect(safeRedirect(raw)).toBeUndefined();
});

it("a redirect back to the sign-in page is ignored, so nobody goes round in a circle", () => {
  expect(safeRedirect("/user/login?redirect=/user/login")).toBeUndefined();
  expect(safeRedirect("/user")).toBeUndefined();
});

it("no redirect at all is none", () => {
  expect(safeRedirect(null)).toBeUndefined();
});
