import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ModelDocument } from "../schema/types.gen.ts";

/** A shop: enough of every construct that a screen inherits from. Used by tests only. */
export const shopDocument: ModelDocument = {
  schemaVersion: 1,
  id: "test/shop",
  title: "门店",
  table: "shop",
  base: "/test/shop",
  permissionPrefix: "test:shop",
  titleField: "name",
  fields: {
    shopNo: {
      type: "string",
      title: "门店编号",
      maxLength: 16,
      readOnly: true,
      unique: true,
      fill: { rule: "shop_no" },
    },
    name: { type: "string", title: "门店名称", maxLength: 60, required: true, search: true },
    companyId: { type: "string", title: "所属公司", required: true, index: true, dict: { model: "test/company" } },
    kind: { type: "string", title: "类型", default: "1", dict: "shop_kind" },
    phone: {
      type: "string",
      title: "联系电话",
      maxLength: 11,
      rules: [{ pattern: "^1\\d{10}$", message: "请输入正确手机号" }],
      permission: { plain: "test:shop:plain" },
    },
    payType: { type: "string", title: "支付方式", default: "cash", dict: "pay_type" },
    cardNo: {
      type: "string",
      title: "转账卡号",
      when: "{{ row.payType == 'transfer' }}",
      required: true,
      rules: [{ pattern: "^\\d{10,20}$", message: "请输入正确的银行卡号码" }],
    },
    price: { type: "money", title: "单价", minimum: 0 },
    count: { type: "integer", title: "数量", default: 1, permission: { see: "test:shop:see-count" } },
    amount: { type: "money", title: "金额", value: "{{ round(row.price * row.count, 2) }}" },
    openedAt: { type: "datetime", title: "开业时间", readOnly: true, index: true },
    status: { type: "string", title: "状态", readOnly: true, default: "0", index: true, dict: "shop_status" },
    secret: { type: "string", title: "内部号", hidden: true },
    remark: { type: "text", title: "备注", maxLength: 255 },
  },
  relations: {
    lines: { kind: "one-to-many", title: "明细", model: "test/line", foreignKey: "shopId" },
  },
  states: {
    field: "status",
    edit: ["0"],
    delete: ["0", "9"],
    locks: [{ unless: ["0"], except: ["remark"] }],
    transitions: {
      approve: { title: "审核", from: ["0"], to: "1", confirm: "确定审核 {{ row.name }} 吗？" },
      reject: { title: "驳回", from: ["0"], to: "9", ask: { remark: { required: true } } },
    },
  },
};

const companyDocument: ModelDocument = {
  schemaVersion: 1,
  id: "test/company",
  title: "公司",
  table: "company",
  base: "/test/company",
  permissionPrefix: "test:company",
  writable: false,
  titleField: "name",
  fields: { name: { type: "string", title: "公司名称" } },
};

const lineDocument: ModelDocument = {
  schemaVersion: 1,
  id: "test/line",
  title: "明细",
  table: "line",
  base: "/test/line",
  permissionPrefix: "test:line",
  fields: {
    shopId: { type: "string", title: "门店", dict: { model: "test/shop" } },
    product: { type: "string", title: "商品" },
    qty: { type: "integer", title: "数量" },
  },
};

export const fixtureDocuments: readonly ModelDocument[] = [shopDocument, companyDocument, lineDocument];

export function fixtureModels(): ReadonlyMap<string, ResolvedModel> {
  return new Map(fixtureDocuments.map((document) => [document.id, resolveModel(document, () => "name")]));
}
