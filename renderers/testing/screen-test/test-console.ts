import type { Row } from "../../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "../../../runtime/react/services.ts";
import type { ScreenTestDocument } from "../../../runtime/schema/types.gen.ts";
import type { DictOption } from "../../../runtime/wire/envelope.ts";

export type Given = NonNullable<ScreenTestDocument["given"]>;

/** A console without network and without a page: it remembers what was asked, and answers from the rows given. */
export interface TestConsole {
  readonly services: ConsoleServices;
  readonly calls: readonly RequestOptions[];
  readonly notices: readonly { readonly level: string; readonly text: string }[];
  /** The record that a page over one record stands on: the first row given. */
  readonly firstId: string;
  /** Answer to the next questions. */
  confirms: boolean;
  reply(to: string, answer: unknown): void;
}

const somebody = { id: "1", username: "admin", realname: "管理员", orgCode: "A01", roles: ["admin"] };

/** @param dictionaries options by code, as the documents ship them; `given.dicts` comes before them */
export function testConsole(given: Given, dictionaries: ReadonlyMap<string, readonly DictOption[]>): TestConsole {
  const calls: RequestOptions[] = [];
  const notices: { level: string; text: string }[] = [];
  const replies: { readonly to: string; readonly answer: unknown }[] = [];
  const rows = (given.rows ?? []) as readonly Row[];
  const codes = given.permissions;
  const optionsOf = (code: string): readonly DictOption[] =>
    given.dicts?.[code]?.map((option) => ({ title: option.text, ...option }) as DictOption) ??
    dictionaries.get(code) ??
    [];
  const answer = async (options: RequestOptions): Promise<unknown> => {
    calls.push(options);
    const name = `${options.method} ${options.url}`;
    const at = replies.findIndex(({ to }) => to === name);
    if (at >= 0) return unwrap(replies.splice(at, 1)[0]?.answer);
    return answerOf(options, rows);
  };
  const state: TestConsole = {
    calls,
    notices,
    firstId: String(rows[0]?.id ?? ""),
    confirms: true,
    reply: (to, reply) => void replies.push({ to, answer: reply }),
    services: {
      request: async <Result>(options: RequestOptions) => (await answer(options)) as Result,
      send: async (options) => ({ success: true, code: 200, message: "", result: await answer(options), timestamp: 0 }),
      lookUp: (options) => state.services.request(options),
      async download(options) {
        await answer(options);
        return { blob: new Blob(["x"]), fileName: "file.xlsx" };
      },
      upload: async (file, { biz }) => `${biz}/${file.name}`,
      notify: (level, text) => void notices.push({ level, text }),
      confirm: async () => state.confirms,
      navigate: (to) => void calls.push({ method: "GET", url: `page:${to}` }),
      user: { ...somebody, ...given.user },
      hasPermission: (code) => codes === undefined || codes.includes(code),
      permissions: { auth: (codes ?? []).map((action) => ({ action, type: "1" })), allAuth: [] },
      dictionaries: {
        peek: optionsOf,
        load: async (code) => optionsOf(code),
        search: async () => [],
      },
      fileUrl: (path) => `/files/${path}`,
    },
  };
  return state;
}

/** An envelope is opened as the console's client does; anything else is the result itself. */
function unwrap(answer: unknown): unknown {
  const envelope = answer as { success?: unknown; code?: unknown; message?: unknown; result?: unknown } | null;
  if (typeof envelope !== "object" || envelope === null || typeof envelope.success !== "boolean") return answer;
  if (envelope.success) return envelope.result;
  const code = Number(envelope.code ?? 500);
  const message = String(envelope.message ?? "");
  throw new RequestError(message, code, {
    success: false,
    code,
    message,
    result: envelope.result ?? null,
    timestamp: 0,
  });
}

function answerOf({ method, url, params, data }: RequestOptions, rows: readonly Row[]): unknown {
  const word = url.split("/").at(-1);
  if (method === "GET") {
    if (word === "queryById") return rows.find((row) => row.id === params?.id) ?? null;
    if (word === "totals") return { totals: {} };
    if (url.startsWith("/sys/dict/loadDictItem/")) return String(params?.key ?? "").split(",");
    if (word === "listByMainId") return [];
    return { records: rows, total: rows.length };
  }
  if (url === "/lowcode/aggregate") return [];
  return word === "add" ? { ...(data as Row), id: "new", version: 1 } : data;
}
