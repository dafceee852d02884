import { expect, test } from "vitest";
import type { ModelDocument, ScreenDocument } from "../schema/types.gen.ts";
import { grantableCodes } from "./grantable.ts";

const page = { schemaVersion: 1, kind: "list", model: "member/card", menu: { path: "/cards", sort: 1 } };
const modelOf = (permission?: object) =>
  ({
    permissionPrefix: "member:card",
    fields: { code: { type: "string", title: "卡号", permission } },
  }) as unknown as ModelDocument;

test("the codes of a page that did not change are those of its model now", () => {
  const screens = new Map([["member/card", page as ScreenDocument]]);
  const [masked, open] = [modelOf({ plain: "member:card:plain" }), modelOf()];
  const has = (model: ModelDocument) => grantableCodes(screens, () => model, undefined)?.has("member:card:plain");
  expect([masked, masked, open, masked].map(has)).toEqual([true, true, false, true]);
  expect(grantableCodes(screens, () => open, [{ perms: "a:b, member:card:plain" }])?.has("member:card:plain")).toBe(
    true,
  );
  expect(grantableCodes(new Map(), () => open, undefined)).toBeUndefined();
});
