import { expect, test } from "vitest";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { whenHint } from "./when-hint.ts";

const model = fixtureModels().get("test/shop");
const dictionaries = { text: (_dict: unknown, value: string) => ({ transfer: "银行转账", cash: "现金" })[value] };

function hintOf(when: string | undefined): string | undefined {
  const field = model?.fields.get("cardNo");
  if (!model || !field) throw new Error("no model");
  return whenHint({ ...field, when } as ResolvedField, model, dictionaries);
}

test("a field that depends on one choice says on which", () => {
  expect(hintOf("{{ row.payType == 'transfer' }}")).toBe("支付方式为“银行转账”时填写");
  expect(hintOf("{{ row.payType in ['transfer', 'cash'] }}")).toBe("支付方式为“银行转账”或“现金”时填写");
});

test("a longer condition, a foreign field or none at all has no sentence", () => {
  expect(hintOf("{{ row.payType == 'transfer' && row.price > 5 }}")).toBeUndefined();
  expect(hintOf("{{ row.other == 'x' }}")).toBeUndefined();
  expect(hintOf(undefined)).toBeUndefined();
});
