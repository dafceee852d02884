import type { FormWorld } from "./compile-model.ts";
import type { OnlineFormDefinition, OnlineFormField, OnlineFormHead } from "./definition.ts";

/** For tests: no table but the form's own. */
export const emptyWorld: FormWorld = { tableOf: () => undefined };

export function aField(dbFieldName: string, more: Partial<OnlineFormField> = {}): OnlineFormField {
  return {
    dbFieldName,
    dbFieldTxt: dbFieldName,
    dbType: "string",
    dbLength: 50,
    isShowForm: 1,
    isShowList: 1,
    fieldShowType: "text",
    ...more,
  };
}

export function aForm(
  head: Partial<OnlineFormHead> & Pick<OnlineFormHead, "id" | "tableName">,
  fields: readonly OnlineFormField[],
  more: Partial<OnlineFormDefinition> = {},
): OnlineFormDefinition {
  return {
    head: {
      tableTxt: head.tableName,
      tableType: 1,
      isDbSynch: "Y",
      isTree: "N",
      isCheckbox: "Y",
      isPage: "Y",
      ...head,
    },
    fields,
    indexes: [],
    buttons: [],
    subs: [],
    ...more,
  };
}

/** An order with items and one invoice. */
export function anOrderForm(head: Partial<OnlineFormHead> = {}): OnlineFormDefinition {
  const key = aField("order_id", {
    dbFieldTxt: "订单",
    mainTable: "ext_order",
    mainField: "id",
    isShowForm: 0,
    isShowList: 0,
  });
  const items = aForm({ id: "8", tableName: "ext_item", tableTxt: "明细", tableType: 3, tabOrderNum: 1 }, [
    key,
    aField("goods", { dbFieldTxt: "商品", fieldMustInput: "1" }),
    aField("num", { dbFieldTxt: "数量", dbType: "int", isQuery: 1 }),
  ]);
  const invoice = aForm(
    { id: "9", tableName: "ext_invoice", tableTxt: "发票", tableType: 3, tabOrderNum: 2, relationType: 1 },
    [key, aField("invoice_title", { dbFieldTxt: "抬头" })],
  );
  return aForm(
    {
      id: "7",
      tableName: "ext_order",
      tableTxt: "订单",
      tableType: 2,
      subTableStr: "ext_item,ext_invoice",
      formTemplate: "2",
      scroll: 1,
      ...head,
    },
    [
      aField("id", { dbFieldTxt: "主键", isShowForm: 0, isShowList: 0 }),
      aField("create_time", {
        dbFieldTxt: "下单时间",
        dbType: "Datetime",
        isShowForm: 0,
        isQuery: 1,
        queryMode: "group",
      }),
      aField("order_no", { dbFieldTxt: "编号", fieldLength: 180, sortFlag: "1", isQuery: 1, fieldMustInput: "1" }),
      aField("sex", { dbFieldTxt: "性别", fieldShowType: "list", dictField: "sex", isQuery: 1 }),
      aField("amount", {
        dbFieldTxt: "金额",
        dbType: "BigDecimal",
        dbPointLength: 2,
        isQuery: 1,
        queryMode: "group",
        sortFlag: "1",
        fieldExtendJson: '{"orderRule":"desc"}',
      }),
      aField("state", { dbFieldTxt: "状态", isReadOnly: 1, fieldHref: "/store/order?no=${order_no}" }),
      aField("remark", { dbFieldTxt: "备注", dbType: "Text", fieldShowType: "textarea", isShowList: 0 }),
    ],
    {
      subs: [items, invoice],
      buttons: [
        {
          buttonCode: "audit",
          buttonName: "审核",
          buttonStyle: "link",
          optType: "action",
          exp: "state#eq#0",
          orderNum: 2,
        },
        { buttonCode: "send_all", buttonName: "发送", buttonStyle: "button", optType: "action", orderNum: 1 },
        { buttonCode: "off", buttonName: "停用", buttonStyle: "link", optType: "action", buttonStatus: "0" },
        { buttonCode: "script", buttonName: "脚本", buttonStyle: "link", optType: "js" },
      ],
    },
  );
}
