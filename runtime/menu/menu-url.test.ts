import { describe, expect, test } from "vitest";
import { type MenuUrlScope, menuUrl } from "./menu-url.ts";

const scope: MenuUrlScope = {
  token: "T0k/en",
  tenantId: "7",
  user: { username: "jane doe&x=1", realname: "陈晓" },
  location: { origin: "https://console.example", host: "console.example", protocol: "https:" },
  apiBase: "https://console.example/api",
};

describe("placeholders of a menu address (NAV-05)", () => {
  test.each([
    ["https://other.example/a?b=1", "https://other.example/a?b=1"],
    ["{{ window.location.origin }}/report", "https://console.example/report"],
    ["{{location.origin}}/report?token={{token}}", "https://console.example/report?token=T0k%2Fen"],
    ["{{ window._CONFIG['domianURL'] }}/druid/", "https://console.example/api/druid/"],
    ["https://x.example/?u={{ user.username }}&t={{ tenantId }}", "https://x.example/?u=jane%20doe%26x%3D1&t=7"],
    ["https://x.example/{{ nobody }}", "https://x.example/"],
    ["https://x.example/?a={{ 1 +", undefined],
  ])("%s leads to %s", (text, url) => {
    expect(menuUrl(text, scope)).toBe(url);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "{{ 'javascript:alert(1)' }}",
    "{{ 'java' + 'script:' }}alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example",
    "/relative",
    "https:evil",
    "https://",
    "https://user:pass@evil.example",
    "ht tps://x.example",
    "https://x.example/\\evil",
    "{{ constructor.constructor('return 1')() }}",
    "{{ window }}",
    "{{ user.constructor }}",
    "{{ user.__proto__ }}",
    "{{ document.cookie }}",
    "{{ fetch('https://evil.example') }}",
    "",
    "{{}}",
    "{{".repeat(5_000),
  ])("%s opens nothing", (text) => {
    expect(menuUrl(text, scope)).toBeUndefined();
  });

  test("a value cannot change where the address leads", () => {
    const user = { username: "@evil.example/" };
    expect(menuUrl("https://good.example{{ user.username }}", { ...scope, user })).toBeUndefined();
    expect(new URL(menuUrl("https://good.example/{{ user.username }}", { ...scope, user }) ?? "").host).toBe(
      "good.example",
    );
  });
});
