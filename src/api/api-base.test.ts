// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { readApiBase } from "./api-base.ts";

afterEach(() => document.head.replaceChildren());

it.each([
  ["/jeecg-boot", "/jeecg-boot"],
  ["/a/b.c/d-e", "/a/b.c/d-e"],
  ["https://evil.example", "/api"],
  ["//evil.example", "/api"],
  ["/a/b/c/d", "/api"],
  ["", "/api"],
])("ERR-01 calls go below %j: %s", (content, base) => {
  const meta = document.createElement("meta");
  meta.name = "api-base";
  meta.content = content;
  document.head.append(meta);
  expect(readApiBase()).toBe(base);
});

it("ERR-01 calls go below /api where the page says nothing", () => {
  expect(readApiBase()).toBe("/api");
});
