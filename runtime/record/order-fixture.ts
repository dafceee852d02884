import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Field, ModelDocument } from "../schema/types.gen.ts";
import type { ModelLookup, RecordContext } from "./record-types.ts";

/** An order with details, as small as the rules allow: for tests of records and forms. */
const order: ModelDocument = {
  schemaVersion: 1,
  id: "store/store-order",
  title: "门店订单",
  table: "store_order",
  base: "/store/storeOrder",
  permissionPrefix: "store:order",
  fields: {
    orderNo: { type: "string", title: "订单编号", readOnly: true, required: true },
    memberId: { type: "string", title: "会员", required: true },
    discountRate: { type: "percent", title: "等级折扣(%)", default: 100 },
    orderType: { type: "string", title: "订单类型", required: true, default: "1", dict: "order_type" },
    payType: { type: "string", title: "支付方式", required: true, default: "wechat", dict: "pay_type" },
    bankCardNo: {
      type: "string",
      title: "转账卡号",
      maxLength: 20,
      when: "{{ row.payType == 'transfer' }}",
      required: true,
      rules: [{ pattern: "bankcard" }],
    },
    qty: { type: "integer", title: "数量", value: "{{ sum(row.details, 'qty') }}" },
    payAmount: { type: "money", title: "实付金额", value: "{{ row.amount - row.discountAmount - row.pointsAmount }}" },
    amount: { type: "money", title: "订单金额", value: "{{ sum(row.details, 'amount') }}" },
    discountAmount: { type: "money", title: "优惠金额", value: "{{ sum(row.details, 'discountAmount') }}" },
    pointsUsed: {
      type: "integer",
      title: "使用积分",
      default: 0,
      minimum: 0,
      rules: [{ expr: "{{ row.pointsUsed % 100 == 0 }}", message: "积分须为 100 的整数倍" }],
    },
    pointsAmount: { type: "money", title: "积分抵扣", value: "{{ round(row.pointsUsed / 100, 2) }}" },
    address: { type: "string", title: "上门地址", when: "{{ row.orderType == '3' }}", required: true },
    reason: { type: "string", title: "优惠原因", required: "{{ row.discountAmount > 100 }}" },
    orderTime: { type: "datetime", title: "下单时间", default: "{{ now }}" },
    remark: { type: "text", title: "备注", maxLength: 255 },
  },
  relations: {
    details: {
      kind: "one-to-many",
      title: "商品明细",
      model: "store/store-order-detail",
      foreignKey: "orderId",
      min: 1,
      max: 3,
    },
  },
  rules: [
    { expr: "{{ row.payAmount > 0 }}", field: "payAmount", message: "实付金额须大于 0" },
    {
      expr: "{{ row.payAmount <= 50000 || row.payType == 'transfer' }}",
      field: "payType",
      message: "单笔超过 50000 元只能使用转账",
    },
    { expr: "{{ row.payAmount < 40000 }}", message: "金额较大，请核对", level: "warning" },
  ],
};

const detail: ModelDocument = {
  schemaVersion: 1,
  id: "store/store-order-detail",
  title: "订单明细",
  table: "store_order_detail",
  base: "/store/storeOrderDetail",
  permissionPrefix: "store:orderDetail",
  fields: {
    orderId: { type: "string", title: "订单", readOnly: true, required: true },
    productId: { type: "string", title: "商品", required: true },
    price: { type: "money", title: "单价", required: true, minimum: 0 },
    qty: { type: "integer", title: "数量", required: true, default: 1, minimum: 1, maximum: 999 },
    amount: { type: "money", title: "金额", value: "{{ round(row.price * row.qty, 2) }}" },
    discountable: { type: "string", title: "参与折扣", default: "Y", dict: "is_open" },
    discountAmount: {
      type: "money",
      title: "优惠",
      value: "{{ row.discountable == 'Y' ? round(row.amount * (100 - master.discountRate) / 100, 2) : 0 }}",
    },
    payAmount: { type: "money", title: "小计", value: "{{ row.amount - row.discountAmount }}" },
    engraving: { type: "string", title: "刻字", when: "{{ row.price >= 1000 }}", maxLength: 20 },
  },
  indexes: [{ fields: ["orderId", "productId"], unique: true, message: "商品不能重复" }],
};

const resolved = new Map(
  [order, detail].map((document) => [document.id ?? "", resolveModel(document, () => undefined)] as const),
);

export const orderModels: ModelLookup = (id) => resolved.get(id);

export function orderModel(): ResolvedModel {
  const model = resolved.get("store/store-order");
  if (!model) throw new Error("the fixture has no order model");
  return model;
}

/** A model with the given fields only. */
export function aModel(fields: Readonly<Record<string, Field>>, more: Partial<ModelDocument> = {}): ResolvedModel {
  const base = { schemaVersion: 1, id: "demo/thing", title: "样例", table: "demo_thing", base: "/demo/thing" } as const;
  return resolveModel({ ...base, permissionPrefix: "demo:thing", ...more, fields }, () => undefined);
}

export function aContext(more: Partial<RecordContext> = {}): RecordContext {
  return {
    mode: "add",
    now: "2026-11-21 14:32:05",
    user: { id: "1", username: "clerk", realname: "店员", orgCode: "A01", roles: ["clerk"] },
    ...more,
  };
}
