import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { ModelRoute } from "../model-calls.ts";
import { transitionsOf } from "../transitions.ts";

export interface OperationWords {
  readonly summary: string;
  /** Names in the address, and whether each must be there. */
  readonly query: readonly (readonly [name: string, needed: boolean])[];
  readonly body: "row" | "other" | undefined;
  readonly answer: "page" | "row" | "rows" | "none";
}

const paging = ["pageNo", "pageSize", "column", "order", "superQueryParams", "superQueryMatchType"];
const plain = { query: [], body: undefined, answer: "none" } as const;

/** What each call of a model's family is; a call that is not here is a transition or a generation. */
const known: Readonly<Record<string, OperationWords>> = {
  "GET /list": { summary: "分页列表", query: paging.map((name) => [name, false]), body: undefined, answer: "page" },
  "GET /totals": { ...plain, summary: "合计", query: [["fields", false]] },
  "GET /queryById": { ...plain, summary: "按标识查询", query: [["id", true]], answer: "row" },
  "GET /listByMainId": { ...plain, summary: "一条主记录的明细", query: [["id", true]], answer: "rows" },
  "GET /rootList": { ...plain, summary: "最上一级", query: [["pid", false]], answer: "page" },
  "GET /childList": { ...plain, summary: "下一级", query: [["pid", true]], answer: "rows" },
  "GET /getChildListBatch": { ...plain, summary: "几条记录的下一级", query: [["parentIds", true]], answer: "page" },
  "POST /add": { ...plain, summary: "新增", body: "row", answer: "row" },
  "PUT /edit": { ...plain, summary: "编辑", body: "row", answer: "row" },
  "POST /edit": { ...plain, summary: "编辑（同 PUT）", body: "row", answer: "row" },
  "DELETE /delete": { ...plain, summary: "删除", query: [["id", true]] },
  "DELETE /deleteBatch": { ...plain, summary: "批量删除", query: [["ids", true]] },
  "GET /deleteList": { ...plain, summary: "回收站", answer: "rows" },
  "PUT /back/:id": { ...plain, summary: "从回收站取回" },
  "DELETE /deletePhysic/:id": { ...plain, summary: "彻底删除" },
};

export function operationWords(model: ResolvedModel, { method, path }: ModelRoute): OperationWords {
  const found = known[`${method} ${path}`];
  if (found) return found;
  const key = path.slice(1);
  const transitions = transitionsOf(model);
  const title = transitions[key]?.title ?? transitions[key.replace(/Batch$/, "")]?.title;
  if (title) return { ...plain, summary: key.endsWith("Batch") ? `批量${title}` : title, body: "other" };
  const generated = model.generate?.[key.replace(/Preview$/, "")];
  const summary = generated ? `${key.endsWith("Preview") ? "预览" : "执行"}生成 ${key}` : key;
  return { ...plain, summary, body: method === "GET" ? undefined : "other" };
}
