import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";

/** A small company that uses every construct of a model: scope, states, sub-rows, snapshots, roll-ups, posts, a tree. */
const shop: ModelDocument = {
  schemaVersion: 1,
  id: "test/shop",
  title: "门店",
  table: "test_shop",
  base: "/test/shop",
  permissionPrefix: "test:shop",
  titleField: "name",
  fields: {
    name: { type: "string", title: "店名", maxLength: 20, required: true, unique: true, search: true },
    departCode: { type: "string", title: "部门", maxLength: 64, required: true },
    status: { type: "string", title: "状态", maxLength: 1, default: "1" },
    serviceRate: { type: "percent", title: "让利比例", default: 8 },
    orderCount: {
      type: "integer",
      title: "订单数",
      readOnly: true,
      default: 0,
      rollup: { model: "test/order", foreignKey: "shopId", op: "count" },
    },
    orderAmount: {
      type: "money",
      title: "成交额",
      readOnly: true,
      default: 0,
      rollup: {
        model: "test/order",
        foreignKey: "shopId",
        op: "sum",
        field: "payAmount",
        where: "{{ row.status == '2' }}",
      },
    },
    averageAmount: {
      type: "money",
      title: "均价",
      value: "{{ row.orderCount > 0 ? round(row.orderAmount / row.orderCount, 2) : 0 }}",
    },
    lastOrderTime: {
      type: "datetime",
      title: "最近订单",
      readOnly: true,
      rollup: { model: "test/order", foreignKey: "shopId", op: "max", field: "createTime" },
    },
  },
  scope: { depart: "departCode" },
};

const product: ModelDocument = {
  schemaVersion: 1,
  id: "test/product",
  title: "商品",
  table: "test_product",
  base: "/test/product",
  permissionPrefix: "test:product",
  titleField: "name",
  fields: {
    name: { type: "string", title: "品名", maxLength: 20, required: true },
    price: { type: "money", title: "售价", required: true, minimum: 0 },
    stock: { type: "integer", title: "库存", default: 0 },
    status: { type: "string", title: "状态", maxLength: 1, default: "1" },
  },
};

const order: ModelDocument = {
  schemaVersion: 1,
  id: "test/order",
  title: "订单",
  table: "test_order",
  base: "/test/order",
  permissionPrefix: "test:order",
  titleField: "orderNo",
  fields: {
    orderNo: {
      type: "string",
      title: "订单编号",
      maxLength: 20,
      readOnly: true,
      unique: true,
      fill: { rule: "test_order_no" },
    },
    shopId: {
      type: "string",
      title: "门店",
      required: true,
      index: true,
      dict: { model: "test/shop", where: { status: "1" } },
    },
    buyer: { type: "string", title: "买家", maxLength: 50, search: true },
    mobile: {
      type: "string",
      title: "手机号",
      maxLength: 11,
      permission: { plain: "test:order:plain" },
      cell: { type: "mask", keepStart: 3, keepEnd: 4 },
    },
    payType: { type: "string", title: "支付方式", default: "cash", dict: "test_pay" },
    tags: { type: "string", title: "标签", multiple: true },
    card: { type: "string", title: "卡号", maxLength: 20, when: "{{ row.payType == 'card' }}", required: true },
    qty: { type: "integer", title: "数量", value: "{{ sum(row.details, 'qty') }}" },
    payAmount: { type: "money", title: "实付金额", value: "{{ sum(row.details, 'amount') }}" },
    serviceRate: {
      type: "percent",
      title: "让利比例",
      readOnly: true,
      snapshot: { from: "shopId", field: "serviceRate" },
      permission: { see: "test:order:fee" },
    },
    serviceFee: {
      type: "money",
      title: "服务费",
      value: "{{ round(row.payAmount * row.serviceRate / 100, 2) }}",
      permission: { see: "test:order:fee" },
    },
    status: { type: "string", title: "状态", readOnly: true, default: "0", index: true, dict: "test_status" },
    finishTime: { type: "datetime", title: "完成时间", readOnly: true },
    cancelReason: { type: "string", title: "取消原因", maxLength: 20, readOnly: true },
    appointTime: { type: "datetime", title: "预约时间" },
    bornOn: { type: "date", title: "日期" },
    remark: { type: "text", title: "备注", maxLength: 255 },
  },
  relations: {
    details: {
      kind: "one-to-many",
      title: "明细",
      model: "test/order-detail",
      foreignKey: "orderId",
      order: "orderNum",
      min: 1,
      max: 8,
    },
    refunds: {
      kind: "one-to-many",
      title: "退款单",
      model: "test/refund",
      foreignKey: "orderId",
      onDelete: "restrict",
    },
  },
  scope: { depart: "shopId" },
  states: {
    field: "status",
    edit: ["0"],
    delete: ["0", "9"],
    locks: [{ unless: ["0"], except: ["remark"] }],
    transitions: {
      audit: {
        title: "审核",
        from: ["0"],
        to: "1",
        batch: true,
        guards: [{ expr: "{{ row.payAmount > 0 }}", message: "实付金额须大于 0" }],
        post: [
          {
            type: "increment",
            forEach: "details",
            model: "test/product",
            where: { id: "{{ item.productId }}" },
            field: "stock",
            by: "{{ -item.qty }}",
            min: 0,
          },
        ],
      },
      complete: {
        title: "完成",
        from: ["1"],
        to: "2",
        set: { finishTime: "{{ now }}" },
        post: [
          {
            type: "insert",
            model: "test/refund",
            values: { orderId: "{{ row.id }}", amount: 0, note: "{{ row.orderNo }}" },
          },
        ],
      },
      cancel: { title: "取消", from: ["0", "1"], to: "9", ask: { cancelReason: { required: true } } },
    },
  },
  rules: [{ expr: "{{ row.payAmount <= 50000 }}", field: "payAmount", message: "单笔不能超过 50000 元" }],
};

const detail: ModelDocument = {
  schemaVersion: 1,
  id: "test/order-detail",
  title: "订单明细",
  table: "test_order_detail",
  base: "/test/orderDetail",
  permissionPrefix: "test:orderDetail",
  writable: false,
  titleField: "productName",
  fields: {
    orderId: {
      type: "string",
      title: "订单",
      readOnly: true,
      required: true,
      index: true,
      dict: { model: "test/order" },
    },
    orderNum: { type: "integer", title: "序号", hidden: true },
    productId: {
      type: "string",
      title: "商品",
      required: true,
      dict: { model: "test/product", where: { status: "1" } },
    },
    productName: {
      type: "string",
      title: "品名",
      maxLength: 20,
      readOnly: true,
      snapshot: { from: "productId", field: "name" },
    },
    price: {
      type: "money",
      title: "单价",
      required: true,
      minimum: 0,
      snapshot: { from: "productId", field: "price" },
      permission: { edit: "test:order:price" },
    },
    qty: { type: "integer", title: "数量", required: true, default: 1, minimum: 1, maximum: 999 },
    amount: { type: "money", title: "金额", value: "{{ round(row.price * row.qty, 2) }}" },
  },
  indexes: [{ fields: ["orderId", "productId"], unique: true, message: "商品不能重复" }],
  scope: { depart: "orderId" },
};

const refund: ModelDocument = {
  schemaVersion: 1,
  id: "test/refund",
  title: "退款单",
  table: "test_refund",
  base: "/test/refund",
  permissionPrefix: "test:refund",
  titleField: "note",
  fields: {
    orderId: { type: "string", title: "订单", required: true, index: true, dict: { model: "test/order" } },
    amount: { type: "money", title: "金额", default: 0 },
    note: { type: "string", title: "说明", maxLength: 50 },
  },
  scope: { depart: "orderId" },
};

const area: ModelDocument = {
  schemaVersion: 1,
  id: "test/area",
  title: "片区",
  table: "test_area",
  base: "/test/area",
  permissionPrefix: "test:area",
  titleField: "name",
  fields: {
    name: { type: "string", title: "名称", maxLength: 20, required: true },
    pid: { type: "string", title: "上级", maxLength: 32, default: "0", index: true },
    hasChild: { type: "string", title: "有下级", maxLength: 1, readOnly: true, hidden: true, default: "0" },
    delFlag: { type: "integer", title: "删除状态", readOnly: true, hidden: true, default: 0 },
  },
  relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
};

const system = ["dict", "dict-item", "fill-rule", "check-rule", "data-log"].map(
  (name) =>
    JSON.parse(
      readFileSync(fileURLToPath(new URL(`../../schemas/system/${name}.model.json`, import.meta.url)), "utf8"),
    ) as ModelDocument,
);

const documents = [...system, shop, product, order, detail, refund, area];

/** The company's models and the system models that they lean on, resolved. */
export function shopModels(): ReadonlyMap<string, ResolvedModel> {
  const titles = new Map(documents.map((document) => [document.id, document.titleField]));
  return new Map(documents.map((document) => [document.id, resolveModel(document, (id) => titles.get(id))]));
}
