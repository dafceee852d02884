import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { transitionsOf } from "../../models/transitions.ts";

export interface Operation {
  /** In words, for example `编辑会员`. */
  readonly title: string;
  /** Value of dictionary `operate_type`; undefined for what is none of them. */
  readonly type: number | undefined;
  readonly model: ResolvedModel | undefined;
}

/** The calls that every model brings: what they do, and their value in dictionary `operate_type`. */
const calls: Readonly<Record<string, readonly [string, number]>> = {
  add: ["新增", 2],
  edit: ["编辑", 3],
  delete: ["删除", 4],
  deleteBatch: ["批量删除", 4],
  deletePhysic: ["彻底删除", 4],
  back: ["恢复", 3],
  importExcel: ["导入", 5],
  importRows: ["导入", 5],
  exportXls: ["导出", 6],
  exportRecord: ["导出", 6],
  list: ["查询", 1],
};

/** What a call did, told by its address below the context path; an address of no model is told as it is. */
export function operationOf(models: ReadonlyMap<string, ResolvedModel>, method: string, path: string): Operation {
  for (const model of models.values()) {
    if (!path.startsWith(`${model.base}/`)) continue;
    const [name = ""] = path.slice(model.base.length + 1).split("/", 1);
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (call) return { title: `${call[0]}${model.title}`, type: call[1], model };
    const key = name.replace(/Batch$/, "");
    const transitions = transitionsOf(model);
    const transition = Object.hasOwn(transitions, key) ? transitions[key] : undefined;
    if (transition) return { title: `${transition.title}${model.title}`, type: 3, model };
  }
  return { title: `${method} ${path}`, type: method === "DELETE" ? 4 : undefined, model: undefined };
}
