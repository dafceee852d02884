import type { ModelDocument } from "../../runtime/schema/types.gen.ts";

/** A page that is being made; `model` names the one that it shows, its own where there was none. */
export interface PageOfKind {
  readonly id: string;
  readonly title: string;
  readonly model: string;
  /** The model's document, when it was there before. */
  readonly known: ModelDocument | undefined;
  /** Name of the relation to rows below a row. */
  readonly relation: string;
}

type Fields = Readonly<Record<string, unknown>>;

export interface PageKind {
  /** Fields of the model that is made with the page where there is none; absent: the page adds up a model that is there. */
  readonly fields?: (page: Pick<PageOfKind, "id">) => Fields;
  /** A relation of the model that the page needs. */
  readonly needs?: "one-to-many" | "tree";
  readonly screen: (page: PageOfKind) => Readonly<Record<string, unknown>>;
  readonly cases: (page: PageOfKind) => readonly object[];
}

const name = { type: "string", title: "名称", maxLength: 50, required: true, search: true };
const sortNo = { type: "integer", title: "排序", default: 1 };
const remark = { type: "text", title: "备注", maxLength: 255 };
const plain = () => ({ name, sortNo, remark });

const canAdd = ({ known }: PageOfKind) => known?.writable ?? true;

/** Who may add sees the button; a model that nobody writes to has none. */
const adds = (page: PageOfKind) =>
  canAdd(page)
    ? { title: "有权限的人可以新增", expect: [{ check: "visible", button: "add" }] }
    : { title: "没有新增按钮", expect: [{ check: "visible", button: "add", equals: false }] };

/** Only of a model that was made with the page it is known what has to be filled in. */
const mustHaveName = ({ known }: PageOfKind) =>
  known
    ? []
    : [
        {
          title: "没有名称不能保存",
          steps: [
            { do: "open", view: "form", mode: "add" },
            { do: "click", button: "submit" },
          ],
          expect: [{ check: "error", field: "name", text: "请输入名称" }],
        },
      ];

const counted = { rowCount: { op: "count", title: "数量" } };

/** The first amount of a model: what a sum is worth looking at of. */
function amountOf({ known }: PageOfKind): { readonly name: string; readonly title: string } | undefined {
  const [name, field] =
    Object.entries(known?.fields ?? {}).find(([, one]) => one.type === "money" && !one.hidden) ?? [];
  return name === undefined || !field ? undefined : { name, title: field.title ?? name };
}

function measuresOf(page: PageOfKind): Readonly<Record<string, object>> {
  const amount = amountOf(page);
  return { ...counted, ...(amount && { [amount.name]: { op: "sum", field: amount.name, title: amount.title } }) };
}

/** What a report groups by: the first field with a dictionary, otherwise the months. */
function groupOf({ known }: PageOfKind): string | object {
  const isDictionary = ([, { dict, hidden }]: [string, { dict?: unknown; hidden?: boolean | undefined }]) =>
    typeof dict === "string" && !hidden;
  return Object.entries(known?.fields ?? {}).find(isDictionary)?.[0] ?? { field: "createTime", by: "month" };
}

const stat = ({ model }: PageOfKind, title: string, name: string, measure: object, more: object = {}) => ({
  type: "stat",
  title,
  span: 8,
  ...more,
  source: { type: "aggregate", model, measures: { [name]: measure } },
  value: `{{ rows[0].${name} }}`,
});

const panelTitles = (page: PageOfKind) => ["总数", ...(amountOf(page) ? [amountOf(page)?.title] : []), "每月新增"];

/** What `npm run new:page -- --kind …` makes. */
export const pageKinds = {
  list: {
    fields: plain,
    screen: () => ({ kind: "list" }),
    cases: (page) => [adds(page), ...mustHaveName(page)],
  },
  tree: {
    needs: "tree",
    fields: ({ id }) => ({
      name,
      pid: {
        type: "string",
        title: "上级",
        maxLength: 32,
        index: true,
        dict: { model: id },
        widget: { type: "tree-select" },
      },
      hasChild: { type: "string", title: "有下级", maxLength: 1, hidden: true, default: "0" },
      sortNo,
      remark,
    }),
    screen: (page) => ({
      kind: "tree-list",
      ...(canAdd(page) && {
        rowActions: {
          inline: 3,
          items: [
            { preset: "addChild", label: "新增下级" },
            { preset: "edit" },
            { preset: "detail" },
            { preset: "delete" },
          ],
        },
      }),
    }),
    cases: (page) => [adds(page), ...mustHaveName(page)],
  },
  "master-detail": {
    needs: "one-to-many",
    fields: () => ({ name, remark }),
    // A form shows the rows below its row by itself; they need room.
    screen: () => ({ kind: "list", views: { form: { as: "modal", width: 960 } } }),
    cases: (page) => [
      adds(page),
      ...mustHaveName(page),
      ...(page.known
        ? []
        : [
            {
              title: "明细的金额由单价和数量得出",
              steps: [
                { do: "open", view: "form", mode: "add" },
                { do: "addRow", relation: page.relation, values: { name: "甲", price: 2.5, qty: 4 } },
              ],
              expect: [{ check: "value", relation: page.relation, index: 0, field: "amount", equals: 10 }],
            },
          ]),
    ],
  },
  erp: {
    needs: "one-to-many",
    fields: () => ({ name, remark }),
    screen: ({ relation }) => ({ kind: "erp-list", details: [{ kind: "table", relation }] }),
    cases: (page) => [adds(page), ...mustHaveName(page)],
  },
  dashboard: {
    screen: (page) => {
      const amount = amountOf(page);
      return {
        kind: "dashboard",
        title: page.title,
        panels: [
          stat(page, "总数", "rowCount", { op: "count" }),
          ...(amount
            ? [stat(page, amount.title, amount.name, { op: "sum", field: amount.name }, { format: "money" })]
            : []),
          {
            type: "bar",
            title: "每月新增",
            span: 24,
            source: {
              type: "aggregate",
              model: page.model,
              groupBy: [{ field: "createTime", by: "month" }],
              measures: counted,
            },
            x: "createTime",
            y: ["rowCount"],
          },
        ],
      };
    },
    cases: (page) => [{ title: "页面上的面板", expect: [{ check: "panels", equals: panelTitles(page) }] }],
  },
  report: {
    screen: (page) => {
      const measures = measuresOf(page);
      const amount = amountOf(page);
      return {
        kind: "report",
        title: page.title,
        source: { type: "aggregate", model: page.model, groupBy: [groupOf(page)], measures },
        table: {
          override: {
            rowCount: { align: "right" },
            ...(amount && { [amount.name]: { align: "right", cell: { type: "money" } } }),
          },
          totals: Object.keys(measures),
        },
        toolbar: [{ preset: "export", fileName: page.title }],
      };
    },
    cases: () => [{ title: "管理员可以导出", expect: [{ check: "buttons", equals: ["export"] }] }],
  },
  form: {
    fields: plain,
    screen: () => ({ kind: "form" }),
    cases: ({ known }) => [
      {
        title: "打开就能填写",
        steps: [{ do: "open", view: "form", mode: "add" }],
        expect: [
          { check: "visible", button: "submit" },
          ...(known ? [] : [{ check: "fields", equals: ["name", "sortNo", "remark"] }]),
        ],
      },
    ],
  },
} as const satisfies Readonly<Record<string, PageKind>>;

export type PageKindName = keyof typeof pageKinds;

export const isPageKind = (text: string): text is PageKindName => Object.hasOwn(pageKinds, text);

/** Fields of the rows below a row, with the one that names it. */
export const lineFields = (foreignKey: string, master: string): Fields => ({
  [foreignKey]: {
    type: "string",
    title: master,
    maxLength: 32,
    required: true,
    readOnly: true,
    index: true,
    hidden: true,
  },
  name,
  price: { type: "money", title: "单价", minimum: 0, required: true },
  qty: { type: "integer", title: "数量", minimum: 1, default: 1, required: true },
  amount: { type: "money", title: "金额", value: "{{ round(row.price * row.qty, 2) }}" },
});
