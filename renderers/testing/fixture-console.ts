import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";

export interface FixtureConsole {
  readonly services: ConsoleServices;
  /** Every call so far, as `METHOD url`, with its parameters and body. */
  readonly calls: RequestOptions[];
  readonly notices: { readonly level: string; readonly text: string }[];
  readonly questions: {
    readonly title: string;
    readonly content?: string;
    readonly okText?: string;
    readonly signal?: AbortSignal;
  }[];
  readonly places: string[];
  rows: Row[];
  /** What the screen's answer carries besides its documents. */
  answerMore: Readonly<Record<string, unknown>>;
  /** Answer to the next question; default yes. */
  answer: boolean;
  /** Replaces the answer of a call: `PUT /test/shop/edit` → a result, or a throw. */
  on(call: string, reply: (options: RequestOptions) => unknown): void;
  callsTo(call: string): readonly RequestOptions[];
}

interface FixtureOptions {
  readonly screen?: Partial<ScreenDocument>;
  readonly rows?: readonly Row[];
  /** Codes that the person lacks. */
  readonly denied?: readonly string[];
  /** Every permission row that exists; none of them is the person's. */
  readonly allAuth?: ConsoleServices["permissions"]["allAuth"];
}

const option = (value: string, text: string, color?: string): DictOption => ({
  value,
  text,
  title: text,
  ...(color ? { color } : {}),
});

const dictionaries: Readonly<Record<string, readonly DictOption[]>> = {
  shop_kind: [option("1", "直营", "blue"), option("2", "加盟", "purple")],
  pay_type: [option("cash", "现金"), option("transfer", "银行转账")],
  shop_status: [option("0", "待审核", "warning"), option("1", "营业", "success"), option("9", "已驳回", "error")],
};

/** A list of names that a call answers and no model stores; `empty` is what its page says without rows. */
export const listOfCall = (list: string, title: string, empty?: string): Partial<ScreenDocument> =>
  ({
    model: undefined,
    source: { type: "rest", list },
    fields: { name: { type: "string", title } },
    query: { items: [], advanced: false },
    table: { columns: [{ field: "name", sortable: false }], ...(empty === undefined ? {} : { empty }) },
  }) as unknown as Partial<ScreenDocument>;

export const shopRows: readonly Row[] = [
  shopRow("s1", { name: "清溪路店", status: "0", price: 12.5, count: 4, amount: 50 }),
  shopRow("s2", { name: "望江店", status: "1", price: 80, count: 1, amount: 80 }),
  shopRow("s3", { name: "东湖店", status: "9", kind: "2", price: null, amount: null }),
];

function shopRow(id: string, values: Row): Row {
  return {
    id,
    version: 1,
    shopNo: `SH${id}`,
    companyId: "c1",
    companyId_dictText: "清溪公司",
    kind: "1",
    phone: "13800136207",
    payType: "cash",
    count: 1,
    createBy: "admin",
    createTime: "2024-11-21 14:32:08",
    ...values,
  };
}

/** A console whose server is a list of rows. Only the network is replaced; compiler, stores and components are real. */
export function fixtureConsole(options: FixtureOptions = {}): FixtureConsole {
  const replies = new Map<string, (request: RequestOptions) => unknown>();
  const screen = { schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop", ...options.screen };
  const state: FixtureConsole = {
    calls: [],
    notices: [],
    questions: [],
    places: [],
    rows: [...(options.rows ?? shopRows)],
    answerMore: {},
    answer: true,
    on: (call, reply) => void replies.set(call, reply),
    callsTo: (call) => state.calls.filter((each) => `${each.method} ${each.url}` === call),
    services: {
      async request<Result>(request: RequestOptions): Promise<Result> {
        state.calls.push(request);
        const reply = replies.get(`${request.method} ${request.url}`);
        return (await (reply ? reply(request) : answerTo(state, screen, request))) as Result;
      },
      async send(request) {
        const result = await state.services.request(request);
        return { success: true, code: 200, message: "", result, timestamp: 0 };
      },
      lookUp: (request) => state.services.request(request),
      async download(request) {
        state.calls.push(request);
        return { blob: new Blob(["x"]), fileName: "门店.xlsx" };
      },
      async upload(file, options) {
        const data = { name: file.name, ...options };
        const reply = replies.get("POST /sys/common/upload");
        state.calls.push({ method: "POST", url: "/sys/common/upload", data });
        return String(
          await (reply ? reply({ method: "POST", url: "/sys/common/upload", data }) : `${options.biz}/${file.name}`),
        );
      },
      notify: (level, text) => void state.notices.push({ level, text }),
      async confirm(question) {
        state.questions.push(question);
        return state.answer;
      },
      navigate: (to) => void state.places.push(to),
      user: { id: "u1", username: "clerk", realname: "陈晓", orgCode: "A01", roles: ["clerk"] },
      hasPermission: (code) => !(options.denied ?? []).includes(code),
      permissions: { auth: [], allAuth: options.allAuth ?? [] },
      dictionaries: {
        peek: (code) => dictionaries[code],
        load: async (code) => dictionaries[code] ?? [],
        search: async (_model, keyword) =>
          [option("c1", "清溪公司"), option("c2", "望江公司")].filter((each) => each.text.includes(keyword)),
      },
      fileUrl: (path) => `/files/${path}`,
    },
  };
  return state;
}

function answerTo(state: FixtureConsole, screen: unknown, { method, url, params, data }: RequestOptions): unknown {
  if (url === "/lowcode/screens/test/shop") {
    return { screen, models: fixtureDocuments, hash: "1", diagnostics: [], ...state.answerMore };
  }
  switch (`${method} ${url}`) {
    case "GET /test/shop/list": {
      const page = params as { pageNo: number; pageSize: number };
      const from = (page.pageNo - 1) * page.pageSize;
      return { records: state.rows.slice(from, from + page.pageSize), total: state.rows.length };
    }
    case "GET /test/shop/queryById":
      return state.rows.find((row) => row.id === params?.id) ?? null;
    case "DELETE /test/shop/delete":
    case "DELETE /test/shop/deleteBatch": {
      const ids = String(params?.id ?? params?.ids).split(",");
      state.rows = state.rows.filter((row) => !ids.includes(String(row.id)));
      return null;
    }
    case "GET /test/line/listByMainId":
      return [{ id: "l1", product: "深度保洁", qty: 12 }];
    case "PUT /test/shop/edit":
    case "POST /test/shop/add":
    case "PUT /test/shop/approve":
    case "PUT /test/shop/reject":
      return data;
    default:
      throw refusal(404, 404, `no fixture for ${method} ${url}`);
  }
}

/** A refusal as the console's client throws it. */
export function refusal(status: number, code: number, message: string, result: unknown = null): RequestError {
  const envelope = { success: false, code, message, result, timestamp: 0 };
  return new RequestError(message, status, envelope, "8f00c3a1b2d4e567");
}
