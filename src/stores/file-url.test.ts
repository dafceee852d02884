import { expect, it } from "vitest";
import { fileUrl } from "./services.ts";

it("ERR-05 an http address stays as it is", () => {
  expect(fileUrl("/api", "https://cdn.example/a.png")).toBe("https://cdn.example/a.png");
});

it("ERR-05 a stored path stands below the file service", () => {
  expect(fileUrl("/api", "temp/门面 1.png")).toBe("/api/sys/common/static/temp/%E9%97%A8%E9%9D%A2%201.png");
});

it.each([
  ["../../sys/logout", "/api/sys/common/static/sys/logout"],
  ["javascript:alert(1)", "/api/sys/common/static/javascript%3Aalert(1)"],
])("%j stays inside the file service", (path, url) => {
  expect(fileUrl("/api", path)).toBe(url);
});
