import { expect, it } from "vitest";
import { askedScreen } from "./generated-screen.ts";
import type { MatchedRoute } from "./menu-routes.ts";

const at = (route: object, params = {}) =>
  ({ route: { title: "页", redirect: undefined, ...route }, params }) as MatchedRoute;

it.each([
  ["a page of a document", at({ target: { kind: "screen", screenId: "member/member" } }), "member/member"],
  ["an online form", at({ target: { kind: "generated", screen: "list" } }, { code: "a_form" }), "online/list/a_form"],
  // Its document is made in the browser.
  ["an online report", at({ target: { kind: "generated", screen: "report" } }, { code: "a_report" }), undefined],
  ["an address without its code", at({ target: { kind: "generated", screen: "list" } }, { code: "" }), undefined],
  ["a group", at({ target: { kind: "screen", screenId: "member/member" }, redirect: "/member/list" }), undefined],
  ["the home page", at({ target: { kind: "home" } }), undefined],
])("which document the server is asked for: %s", (_what, match, expected) => {
  expect(askedScreen(match, "/some")).toBe(expected);
});
