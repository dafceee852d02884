import { expect, test } from "vitest";
import { askModel } from "./ask.ts";
import { aContext, aModel } from "./order-fixture.ts";
import { createRecordRules } from "./record-rules.ts";

const model = aModel({
  status: { type: "string", title: "状态", readOnly: true },
  payAmount: { type: "money", title: "实付金额", readOnly: true },
  cancelReason: { type: "string", title: "取消原因", maxLength: 5, readOnly: true },
});

const rules = createRecordRules(
  askModel(model, {
    cancelReason: { required: true },
    applyAmount: {
      type: "money",
      title: "申请金额",
      required: true,
      minimum: 0.01,
      rules: [{ expr: "{{ form.applyAmount <= row.payAmount }}", message: "不能超过可退金额" }],
    },
    payTime: { type: "datetime", title: "时间", default: "{{ now }}" },
  }),
  () => undefined,
  { roots: ["form"] },
);
const context = aContext({ row: { id: "1", payAmount: 100 } });
const messages = (answers: Record<string, unknown>) =>
  rules.apply(answers, context).errors.map((error) => error.message);

test("a question may ask for a field that is read-only elsewhere, with the model's limits", () => {
  expect(messages({ applyAmount: 1 })).toEqual(["请输入取消原因"]);
  expect(messages({ applyAmount: 1, cancelReason: "六个字的原因" })).toEqual(["最大长度5位字符"]);
});

test("rules of a question see the answers as form and the stored row as row", () => {
  expect(messages({ applyAmount: 100.01, cancelReason: "无" })).toEqual(["不能超过可退金额"]);
  expect(messages({ applyAmount: 100, cancelReason: "无" })).toEqual([]);
});

test("answers hold what was asked and nothing else", () => {
  expect(rules.apply({ applyAmount: 1, cancelReason: "无", status: "9" }, context).row).toEqual({
    applyAmount: 1,
    cancelReason: "无",
    payTime: "2026-11-21 14:32:05",
  });
});
