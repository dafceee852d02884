type Row = Readonly<Record<string, unknown>>;
type Given = Readonly<Record<string, Row>>;

export interface GivenRow {
  readonly model: string;
  /** The how many-eth row of the list; 0 is the first. */
  readonly at?: number;
  readonly of?: Readonly<Record<string, string>>;
  readonly set?: Row;
}

/** A rule of the business broken once, by call, on a row of the demo company. */
export interface BrokenRule {
  readonly model: string;
  /** Which row; the first of these. */
  readonly of?: Readonly<Record<string, string>>;
  /** Other rows, by name; made to hold what they `set`. */
  readonly given?: Readonly<Record<string, GivenRow>>;
  /** What the row is made to hold before. */
  readonly set?: Row | ((given: Given) => Row);
  /** What an edit changes, or what is answered to the action that is pressed. */
  readonly edit?: Row | ((row: Row, given: Given) => Row);
  readonly press?: readonly [action: string, answers?: Row | ((row: Row, given: Given) => Row)];
  /** A new row instead. */
  readonly add?: (row: Row, given: Given) => Row;
  /** At which field it is said; none: of the row as a whole. */
  readonly at?: string;
  readonly says: string;
}

const past = "2020-01-01 00:00:00";
const later = "2099-01-01 00:00:00";
const goods = { model: "product/product", of: { status: "1" }, set: { storeId: null, price: 10 } };
const line =
  (more: Row) =>
  (_: Row, { product }: Given) => ({
    details: { rows: [{ productId: product?.id, qty: 1, ...more }] },
  });
const self = (name: string) => (row: Row) => ({ [name]: row.id, reason: "试" });

export const brokenRules: readonly BrokenRule[] = [
  { model: "ad/ad-account", set: { status: "1", memberId: null }, press: ["unbind"], says: "没有绑定会员" },
  {
    model: "ad/ad-account",
    set: { status: "1", growth: 0 },
    press: ["addGrowth", { amount: -5, reason: "试" }],
    says: "成长值不能低于 0",
  },
  {
    model: "ad/ad-account",
    set: { status: "1" },
    press: ["addGrowth", { amount: 0, reason: "试" }],
    at: "amount",
    says: "增减不能为 0",
  },
  { model: "ad/ad-group-notice", set: { status: "2", channel: "1" }, press: ["revoke"], says: "短信不能撤回" },
  { model: "ad/ad-sector", edit: { code: "Top 1" }, at: "code", says: "编码由小写字母、数字、下划线组成" },
  {
    model: "ad/ad-slide",
    set: { status: "0" },
    edit: { endTime: past },
    at: "endTime",
    says: "展示结束须晚于展示开始",
  },
  { model: "ad/ad-slide", set: { status: "0", image: null }, press: ["publish"], says: "请先上传图片" },
  { model: "ad/ad-slide", set: { status: "0", image: "a.png", endTime: past }, press: ["publish"], says: "展示期已过" },
  {
    model: "ad/jump-link",
    set: { linkType: "1" },
    edit: { url: "ftp://a" },
    at: "url",
    says: "请输入 http、https 地址或以 / 开头的路径",
  },
  {
    model: "ad/jump-link",
    set: { linkType: "1" },
    edit: { url: "//elsewhere.example" },
    at: "url",
    says: "请输入 http、https 地址或以 / 开头的路径",
  },
  {
    model: "product/product",
    set: { productType: "1" },
    press: ["addStock", { qty: 5, reason: "盘点" }],
    says: "只有实物商品有库存",
  },
  { model: "ad/user-level", of: { rank: "1" }, edit: { minGrowth: 5 }, at: "minGrowth", says: "第一级的门槛为 0" },
  { model: "base/data-dict", set: { valueType: "number" }, edit: { value: "abc" }, at: "value", says: "值须为数字" },
  { model: "base/data-dict", set: { valueType: "yn" }, edit: { value: "X" }, at: "value", says: "开关的值为 Y 或 N" },
  {
    model: "member/member",
    set: { status: "1" },
    press: ["changeReferrer", self("referrerId")],
    at: "referrerId",
    says: "推荐人不能是本人",
  },
  {
    model: "member/member",
    set: { status: "1" },
    press: ["changeLevel", (row) => ({ levelId: row.levelId, reason: "试" })],
    at: "levelId",
    says: "请选择另一个等级",
  },
  { model: "member/member", set: { status: "1", points: 10 }, press: ["close"], says: "还有积分，不能注销" },
  {
    model: "member/member",
    set: { status: "1", points: 0, openOrderCount: 1 },
    press: ["close"],
    says: "还有未完成的订单，不能注销",
  },
  {
    model: "member/member-level",
    of: { rank: "1" },
    edit: { minAmount: 10 },
    at: "minAmount",
    says: "最低一级的门槛须为 0",
  },
  {
    model: "member/member-level",
    of: { rank: "1" },
    edit: { status: "0" },
    at: "status",
    says: "还有会员的等级不能停用",
  },
  {
    model: "member/member-promotion",
    set: { status: "0", unfreezeTime: later },
    press: ["release"],
    says: "还没有到解冻时间",
  },
  {
    model: "product/product",
    set: { status: "0", price: 9 },
    edit: { marketPrice: 0.01 },
    at: "marketPrice",
    says: "门市价不能低于售价",
  },
  { model: "product/product", set: { status: "0", price: 0 }, press: ["onSale"], says: "请先定价" },
  {
    model: "product/product",
    set: { status: "0", price: 9, mainImage: null },
    press: ["onSale"],
    says: "请先在商品图片里上传主图",
  },
  {
    model: "sales/salesman",
    set: { status: "1" },
    edit: (row) => ({ leaderId: row.id }),
    at: "leaderId",
    says: "上级不能是本人",
  },
  {
    model: "sales/salesman-activity",
    set: { status: "0" },
    press: ["finish", { startTime: "2026-01-01 10:00:00", endTime: "2026-01-01 09:00:00", content: "试" }],
    says: "结束时间须晚于开始时间",
  },
  {
    model: "sales/salesman-activity",
    set: { status: "0" },
    press: ["finish", { startTime: past, endTime: later, content: "试" }],
    says: "结束时间不能晚于现在",
  },
  {
    model: "sales/salesman-business",
    set: { status: "0", businessType: "4", reason: "试" },
    edit: { amount: 0 },
    at: "amount",
    says: "金额不能为 0",
  },
  {
    model: "sales/salesman-company",
    set: { status: "0" },
    edit: { contractEnd: "2000-01-01" },
    at: "contractEnd",
    says: "合同止须晚于合同起",
  },
  {
    model: "sales/salesman-company",
    set: { status: "1", salesmanCount: 1 },
    press: ["terminate"],
    says: "还有在职业务员，不能终止",
  },
  {
    model: "settle/handle-order",
    set: { status: "1", handleType: "1", applyBy: "operator", applyAmount: 10 },
    press: ["pass", { handleAmount: 0, result: "试" }],
    says: "退款须填写大于 0 的处理金额",
  },
  {
    model: "settle/handle-order",
    set: { status: "1", handleType: "3", applyBy: "operator", applyAmount: 10 },
    press: ["pass", { handleAmount: 5, result: "试" }],
    says: "只有退款填写处理金额",
  },
  {
    model: "settle/send-point-record",
    set: { status: "0", points: 2000, operator: "admin" },
    press: ["send"],
    says: "超过 1000 积分须由他人发放",
  },
  { model: "settle/send-record", set: { status: "2", retryCount: 3 }, press: ["resend"], says: "最多重发 3 次" },
  {
    model: "settle/settle-record",
    set: { status: "0" },
    press: ["removeLine", { lineId: "1" }],
    says: "这条明细不在结算单里",
  },
  { model: "settle/settle-param", edit: { endDate: "2000-01-01" }, at: "endDate", says: "失效日期须晚于生效日期" },
  { model: "settle/settle-record", set: { status: "0", orderCount: 0 }, press: ["submit"], says: "没有明细，不能提交" },
  {
    model: "settle/settle-record",
    set: { status: "0", orderCount: 1, totalAmount: -1 },
    press: ["submit"],
    says: "应付总额须大于 0",
  },
  {
    model: "settle/settle-record",
    set: { status: "1", operator: "operator", bank: null },
    press: ["audit"],
    says: "收款账户不完整",
  },
  {
    model: "settle/settle-record",
    set: { status: "2", transferredAmount: 1 },
    press: ["void"],
    says: "已有转账，不能作废",
  },
  {
    model: "settle/transfer-record",
    set: { status: "0" },
    press: ["confirm", { payTime: later, bankSerialNo: "X1", proof: "a.pdf" }],
    at: "payTime",
    says: "转账时间不能晚于现在",
  },
  {
    model: "settle/transfer-record",
    set: { status: "0" },
    press: ["split", { part: 0 }],
    says: "拆出的金额须大于 0、小于转账金额",
  },
  {
    model: "store/store",
    set: { status: "1" },
    edit: { openTime: "09:00", closeTime: "08:00" },
    at: "closeTime",
    says: "打烊时间须晚于开门时间",
  },
  {
    model: "store/store",
    set: { status: "1" },
    edit: { phone: "123" },
    at: "phone",
    says: "请输入正确的座机号或手机号",
  },
  {
    model: "store/store",
    set: { status: "0", licence: null },
    press: ["approve"],
    says: "请先上传营业执照",
  },
  {
    model: "store/store",
    set: { status: "1", openOrderCount: 1 },
    press: ["close"],
    says: "还有未完成的订单，不能关店",
  },
  {
    model: "store/store",
    set: { status: "1", openOrderCount: 0, memberCount: 1 },
    press: ["close"],
    says: "还有服务的会员，请先换绑",
  },
  {
    model: "store/store-company",
    set: { status: "0" },
    edit: { contractEnd: "2000-01-01" },
    at: "contractEnd",
    says: "合同止须晚于合同起",
  },
  {
    model: "store/store-company",
    set: { status: "1", storeCount: 1 },
    press: ["terminate"],
    says: "还有营业的门店或未结的金额，不能终止",
  },
  {
    model: "store/store-company",
    set: { status: "1", unsettledAmount: 0 },
    press: ["settleNow"],
    says: "没有未结的金额",
  },
  {
    model: "store/store-order",
    set: { status: "0" },
    edit: { pointsUsed: 50 },
    at: "pointsUsed",
    says: "积分须为 100 的整数倍",
  },
  {
    model: "store/store-order",
    set: { status: "0", payType: "transfer", vouchers: null },
    press: ["audit"],
    says: "转账订单须先上传支付凭证",
  },
  {
    model: "store/store-order",
    set: { status: "1", settleFlag: "1" },
    press: ["reopen", { reason: "试" }],
    says: "订单正在结算，不能修改",
  },
  {
    model: "store/store-order",
    set: { status: "2", settleFlag: "1" },
    press: ["applyRefund", { applyAmount: 1, reasonCode: "1", reason: "试" }],
    says: "订单正在结算，请先从结算单中剔除",
  },
  { model: "store/store-salesman", edit: { endDate: "2000-01-01" }, at: "endDate", says: "结束须晚于开始" },
  {
    model: "store/store-user",
    set: { status: "1", entryDate: "2024-01-01" },
    press: ["leave", { leaveDate: "2020-01-01" }],
    says: "离职日期不能早于入职日期",
  },
  {
    model: "ad/ad-account",
    given: { member: { model: "member/member", of: { status: "1" } } },
    set: ({ member }) => ({ status: "1", memberId: member?.id }),
    press: ["bind", (_, { member }) => ({ memberId: member?.id })],
    says: "已经绑定会员，请先解绑",
  },
  {
    model: "ad/ad-group",
    edit: { groupType: "2", levelIds: null, tags: null, minAmount: null, lastOrderDays: null },
    at: "levelIds",
    says: "按条件的分组至少填写一个条件",
  },
  {
    model: "ad/ad-account",
    given: { other: { model: "ad/ad-account", at: 1, set: { channel: "1" } } },
    set: { status: "1", memberId: null, channel: "1" },
    press: ["bind", (_, { other }) => ({ memberId: other?.memberId })],
    says: "这位会员在这个端已有账号",
  },
  {
    model: "product/product",
    given: { store: { model: "store/store", of: { status: "1" } } },
    set: ({ store }) => ({ storeId: store?.id }),
    add: ({ name, storeId, category }) => ({ name, storeId, category, productType: "1", unit: "次", price: 10 }),
    says: "该门店已有同名商品",
  },
  {
    model: "ad/ad-group",
    given: { member: { model: "member/member", of: { status: "1" } } },
    edit: (_, { member }) => ({ members: { rows: [{ memberId: member?.id }, { memberId: member?.id }] } }),
    says: "会员已在分组中",
  },
  {
    model: "ad/ad-slide",
    given: { sector: { model: "ad/ad-sector", set: { maxCount: 0 } } },
    set: ({ sector }) => ({ status: "0", image: "a.png", endTime: later, sectorId: sector?.id }),
    press: ["publish"],
    says: "这个板块展示的轮播图已到上限",
  },
  {
    model: "ad/jump-link",
    set: { linkType: "5" },
    edit: { url: "http://a.cn" },
    at: "url",
    says: "外部链接须以 https:// 开头",
  },
  {
    model: "ad/jump-link",
    set: { linkType: "1", url: "/a", status: "1", useCount: 1 },
    edit: { status: "0" },
    at: "status",
    says: "使用中的链接不能停用",
  },
  {
    model: "ad/user-level",
    set: { status: "1", accountCount: 1 },
    edit: { status: "0" },
    at: "status",
    says: "使用中的等级不能停用",
  },
  {
    model: "base/data-dict",
    set: { builtin: "N" },
    edit: { code: "1a" },
    at: "code",
    says: "编码以字母开头，由字母、数字、下划线和点组成",
  },
  {
    model: "base/data-dict",
    of: { pid: "0" },
    given: { other: { model: "base/data-dict", at: 1, of: { pid: "0" } } },
    set: { builtin: "N" },
    edit: (_, { other }) => ({ code: other?.code }),
    says: "同一上级下已有这个编码",
  },
  {
    model: "member/member-bank",
    given: { other: { model: "member/member-bank", at: 1, set: { status: "1", isDefault: "Y" } } },
    set: ({ other }) => ({ status: "0", isDefault: "Y", memberId: other?.memberId }),
    press: ["verify"],
    says: "每位会员只能有一张默认卡",
  },
  {
    model: "member/member",
    of: { status: "1" },
    given: { other: { model: "member/member", at: 1, of: { status: "1" }, set: { mobile: "13912340000" } } },
    edit: { mobile: "13912340000" },
    says: "手机号已被会员占用",
  },
  {
    model: "member/service-net",
    of: { nodeType: "2" },
    given: { other: { model: "member/service-net", at: 1, of: { nodeType: "2" } } },
    edit: (_, { other }) => ({ name: other?.name }),
    says: "同一上级下已有同名节点",
  },
  {
    model: "member/service-net",
    of: { nodeType: "2" },
    add: ({ id: _, ...row }) => ({ ...row, nodeType: "4", name: "试" }),
    at: "nodeType",
    says: "只能新增大区，其他节点随审核和维护关系产生",
  },
  {
    model: "sales/salesman-activity",
    set: { status: "0" },
    press: ["finish", { startTime: past, endTime: "2020-01-01 01:00:00", content: "试", nextTime: past }],
    at: "nextTime",
    says: "下次时间须晚于现在",
  },
  {
    model: "settle/handle-order",
    given: { order: { model: "store/store-order", of: { status: "2" } } },
    add: (_, { order }) => ({ orderId: order?.id, handleType: "1", reasonCode: "1", reason: "试", applyAmount: 1 }),
    at: "handleType",
    says: "退款和改价请在订单上办理",
  },
  {
    model: "settle/settle-param",
    of: { status: "1" },
    add: ({ id: _, ...row }) => ({ ...row, name: "重叠的参数" }),
    at: "startDate",
    says: "同一类型和类目的有效期不能重叠",
  },
  {
    model: "store/store-order",
    of: { status: "0" },
    given: { product: goods },
    edit: (_, { product }) => ({
      details: { rows: [1, 2].map((qty) => ({ productId: product?.id, price: 10, qty })) },
    }),
    says: "商品不能重复",
  },
  {
    model: "store/store-order",
    of: { status: "0" },
    given: {
      product: { ...goods, set: { storeId: "elsewhere", price: 10 } },
    },
    edit: line({ price: 10 }),
    says: "商品不属于该门店",
  },
  {
    model: "store/store-order",
    of: { status: "0" },
    given: { product: goods },
    edit: (row, given) => ({ payType: "wechat", ...line({ price: 60_000 })(row, given) }),
    at: "payType",
    says: "单笔超过 50000 元只能使用转账",
  },
  {
    model: "store/store-order",
    of: { status: "0" },
    set: { pointsUsed: 0 },
    edit: (row) => ({ pointsUsed: Math.ceil((Number(row.amount) - Number(row.discountAmount)) * 0.6) * 100 }),
    at: "pointsUsed",
    says: "积分抵扣不能超过应付金额的一半",
  },
  {
    model: "store/store-user",
    given: { other: { model: "store/store-user", at: 1, set: { status: "1", storeRole: "1" } } },
    set: ({ other }) => ({ status: "1", storeRole: "2", storeId: other?.storeId }),
    edit: { storeRole: "1" },
    at: "storeRole",
    says: "每家门店只有一位在职店长",
  },
];
