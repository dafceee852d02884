import { describe, expect, test } from "vitest";
import type { DataRule, GrantSheet } from "./grant-calls.ts";
import { GrantDraft } from "./grant-draft.ts";

const rule = (id: string): DataRule => ({
  id,
  permissionId: "order",
  ruleName: id,
  columnText: "",
  conditionText: "",
  valueText: "",
  status: "1",
  fault: null,
});
const sheet = (change: Partial<GrantSheet> = {}): GrantSheet => ({
  granted: new Set(["order"]),
  rules: new Map([["order", [rule("own"), rule("region")]]]),
  checked: new Map([["order", new Set(["own"])]]),
  held: new Map(),
  ofDepart: new Map(),
  home: "",
  ...change,
});

describe("a grant while somebody ticks", () => {
  test("a ticked rule is counted and saved with the menus in one body", () => {
    const draft = new GrantDraft(sheet()).toggleRule("order", "region").withGranted(new Set(["order", "shop"]));
    expect([draft.isDirty, draft.difference]).toEqual([true, { added: 2, removed: 0, isHomeNew: false }]);
    expect(draft.toWire()).toEqual({
      permissionIds: "order,shop",
      lastpermissionIds: "order",
      dataRules: [{ permissionId: "order", dataRuleIds: "own,region", lastDataRuleIds: "own" }],
    });
  });

  test("ticked and taken back is no change", () => {
    const draft = new GrantDraft(sheet()).toggleRule("order", "region").toggleRule("order", "region");
    expect([draft.isDirty, draft.toWire().dataRules]).toEqual([false, []]);
  });

  test("going back to what is stored forgets what was ticked", () => {
    const draft = new GrantDraft(sheet()).toggleRule("order", "region").withGranted(new Set(["shop"])).stored;
    expect([draft.isDirty, [...draft.granted]]).toEqual([false, ["order"]]);
  });

  test("the rules of a menu that is taken are not sent", () => {
    const draft = new GrantDraft(sheet()).toggleRule("order", "region").withGranted(new Set());
    expect(draft.toWire().dataRules).toEqual([]);
    expect(draft.difference).toEqual({ added: 0, removed: 1, isHomeNew: false });
  });

  test("what narrows the department counts and is in force, and is not saved with its role", () => {
    const ofDepart = new Map([["order", new Set(["region"])]]);
    const draft = new GrantDraft(sheet({ ofDepart }));
    expect([draft.isOfDepart("order", "region"), draft.chosenCount(["order"]), draft.isDirty]).toEqual([
      true,
      2,
      false,
    ]);
    expect(draft.toWire().dataRules).toEqual([]);
  });

  test("what narrows whoever gives stays chosen, for a menu that is new too", () => {
    const held = new Map([["order", new Set(["own"])]]);
    const draft = new GrantDraft(sheet({ granted: new Set(), checked: new Map(), held })).withGranted(
      new Set(["order"]),
    );
    expect([draft.isChosen("order", "own"), draft.isHeld("order", "own")]).toEqual([true, true]);
    expect(draft.toggleRule("order", "region").toWire().dataRules).toEqual([
      { permissionId: "order", dataRuleIds: "own,region", lastDataRuleIds: "own" },
    ]);
  });

  test("a home page goes along when it was changed, and not when its page is taken", () => {
    const draft = new GrantDraft(sheet()).withHome("order");
    expect(draft.toWire()).toMatchObject({ homePage: "order" });
    expect(draft.withGranted(new Set()).toWire()).toMatchObject({ homePage: "" });
    expect(new GrantDraft(sheet({ home: "order" })).toWire()).not.toHaveProperty("homePage");
  });
});
