import { afterAll, beforeAll, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import { shopModels } from "../../tests/support/shop-models.ts";
import { statementsOf } from "../../tests/support/statements.ts";

const card: ModelDocument = {
  schemaVersion: 1,
  id: "test/card",
  title: "卡",
  table: "test_card",
  base: "/test/card",
  permissionPrefix: "test:card",
  titleField: "cardNo",
  fields: {
    cardNo: { type: "string", title: "卡号", maxLength: 20, readOnly: true, unique: true, fill: { rule: "card_no" } },
    oldNo: { type: "string", title: "旧卡号", maxLength: 20, unique: true, fill: { rule: "card_no" } },
    code: { type: "string", title: "暗号", maxLength: 6, readOnly: true, unique: true, fill: { rule: "card_code" } },
    shopId: { type: "string", title: "门店", dict: { model: "test/shop", where: { status: "1" } } },
  },
};

forOneEngine("a new row's fill rules", (open, engineName) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    const models = new Map(shopModels()).set(
      card.id,
      resolveModel(card, () => "name"),
    );
    fixture = await openEngine({ open, models });
    const { engine, admin } = fixture;
    const rule = (ruleCode: string, ruleClass: string, ruleParams: object) =>
      engine.add("system/fill-rule", { ruleCode, ruleName: ruleCode, ruleClass, ruleParams }, admin);
    await rule("card_no", "serial", { pattern: "C{000}" });
    await rule("card_code", "random", { length: 1, alphabet: "ABC" });
    await engine.add("test/card", { shopId: fixture.ids.shopA }, admin); // the rules are known from now on
  });
  afterAll(() => fixture.close());

  it("ask the free code and the reference in one statement, on the embedded engine with the counter; a sent value takes no number", async () => {
    const { engine, admin, ids } = fixture;
    const statements = await statementsOf(async () => {
      const added = await engine.add("test/card", { shopId: ids.shopB, oldNo: "X1" }, admin);
      expect(added).toMatchObject({ cardNo: "C003", oldNo: "X1", shopId_dictText: "解放路店" });
    });
    const asking = statements.filter((text) => text.includes("engine_counter"));
    expect(asking).toHaveLength(1);
    const together = engineName === "embedded" ? asking : statements.filter((text) => text.includes(`"test_shop"`));
    expect(together).toHaveLength(1);
    expect(together[0]).toContain(`"test_card"."code"`);
    expect(together[0]).toContain(`"test_shop"`);
  });

  it("give two fields of one rule two numbers, and draw again what is taken, until nothing is free", async () => {
    const { engine, admin } = fixture;
    expect(await engine.add("test/card", {}, admin)).toMatchObject({ cardNo: "C004", oldNo: "C005" });
    const codes = (await fixture.stored("test_card")).map(({ code }) => code);
    expect(codes.sort()).toEqual(["A", "B", "C"]);
    await expect(engine.add("test/card", {}, admin)).rejects.toThrow("no free code");
    expect(await fixture.stored("test_card")).toHaveLength(3);
  });
});
