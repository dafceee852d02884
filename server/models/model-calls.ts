import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import { refuse } from "../http/refusal.ts";
import type { Engine } from "./engine.ts";
import { readId, readIds, readRowBody } from "./engine-parts.ts";
import { mastersOf } from "./masters-of.ts";
import type { WireQuery } from "./query/parse-list-query.ts";
import { hasRecycleBin } from "./recycle-bin.ts";
import { transitionPermission, transitionsOf } from "./transitions.ts";
import { treeOf } from "./tree.ts";

export interface ModelCall {
  readonly query: WireQuery;
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  readonly caller: Caller;
}

/** One call of a model's family; `path` stands below the model's base. */
export interface ModelRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly permission: string;
  readonly run: (call: ModelCall) => Promise<{ readonly result: unknown; readonly message?: string }>;
}

/**
 * Every route that a model brings (contract README §6). A model that is not writable has none that adds, edits or
 * deletes; its transitions are the model's own statement and stay.
 */
export function modelRoutes(model: ResolvedModel, engine: Engine): readonly ModelRoute[] {
  return [
    ...readingRoutes(model, engine),
    ...subTableRoutes(model, engine),
    ...(treeOf(model) ? treeRoutes(model, engine) : []),
    ...(model.writable ? writingRoutes(model, engine) : []),
    ...(model.writable && hasRecycleBin(model) ? recycleRoutes(model, engine) : []),
    ...transitionRoutes(model, engine),
    ...generateRoutes(model, engine),
  ];
}

function readingRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = `${model.permissionPrefix}:list`;
  return [
    {
      method: "GET",
      path: "/list",
      permission,
      run: async ({ query, caller }) => ({ result: await engine.list(model.id, query, caller) }),
    },
    {
      method: "GET",
      path: "/totals",
      permission,
      run: async ({ query, caller }) => ({ result: await engine.totals(model.id, query, caller) }),
    },
    {
      method: "GET",
      path: "/queryById",
      permission,
      run: async ({ query, caller }) => ({ result: await engine.queryById(model.id, readId(query.id), caller) }),
    },
  ];
}

function writingRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = (action: string) => `${model.permissionPrefix}:${action}`;
  const edit: ModelRoute["run"] = async ({ body, caller, idempotencyKey }) => ({
    result: await engine.edit(model.id, readRowBody(body), caller, { idempotencyKey }),
    message: model.messages.edit,
  });
  return [
    {
      method: "POST",
      path: "/add",
      permission: permission("add"),
      run: async ({ body, caller, idempotencyKey }) => ({
        result: await engine.add(model.id, readRowBody(body), caller, { idempotencyKey }),
        message: model.messages.add,
      }),
    },
    { method: "PUT", path: "/edit", permission: permission("edit"), run: edit },
    { method: "POST", path: "/edit", permission: permission("edit"), run: edit },
    {
      method: "DELETE",
      path: "/delete",
      permission: permission("delete"),
      run: async ({ query, caller }) => {
        await engine.remove(model.id, [readId(query.id)], caller);
        return { result: null, message: model.messages.delete };
      },
    },
    {
      method: "DELETE",
      path: "/deleteBatch",
      permission: permission("deleteBatch"),
      run: async ({ query, caller }) => {
        await engine.remove(model.id, await batchIds(model, engine, query, query, caller), caller);
        return { result: null, message: model.messages.deleteBatch };
      },
    },
  ];
}

/** Parts belong to their masters: who may read one of them may read them. Other rows below a record have a right of their own. */
function subTableRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const masters = mastersOf(engine.models, model);
  if (masters.length === 0) return [];
  const whole = masters.filter(({ isPart }) => isPart).map((master) => master.model.permissionPrefix);
  const prefixes = new Set([model.permissionPrefix, ...whole]);
  return [
    {
      method: "GET",
      path: "/listByMainId",
      permission: [...prefixes].map((prefix) => `${prefix}:list`).join(","),
      run: async ({ query: { id, parentId }, caller }) => {
        const level = parentId === undefined || parentId === "" ? parentId : readId(parentId);
        return { result: await engine.listByMainId(model.id, readId(id), caller, level) };
      },
    },
  ];
}

/** Lazy trees (contract 03 §3.3): the top rows, the rows below one, the rows below several. */
function treeRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = `${model.permissionPrefix}:list`;
  const below = (parent: unknown, caller: Caller) =>
    engine.children(model.id, parent === undefined || parent === "" ? "" : readId(parent), caller);
  return [
    {
      method: "GET",
      path: "/rootList",
      permission,
      run: async ({ query, caller }) => ({ result: onePage(await below(query.pid, caller)) }),
    },
    {
      method: "GET",
      path: "/childList",
      permission,
      run: async ({ query, caller }) => ({ result: await below(readId(query.pid), caller) }),
    },
    {
      method: "GET",
      path: "/getChildListBatch",
      permission,
      run: async ({ query, caller }) => {
        const lists = await Promise.all(
          readIds(query.parentIds)
            .slice(0, 100)
            .map((id) => below(id, caller)),
        );
        return { result: onePage(lists.flat()) };
      },
    },
  ];
}

function onePage(records: readonly Row[]): Page<Row> {
  return { records, total: records.length, size: records.length, current: 1, pages: 1 };
}

/** The recycle bin, as the contract has it for dictionaries (03 §3.2). */
function recycleRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = `${model.permissionPrefix}:delete`;
  return [
    {
      method: "GET",
      path: "/deleteList",
      permission,
      run: async ({ caller }) => ({ result: await engine.listDeleted(model.id, caller) }),
    },
    {
      method: "PUT",
      path: "/back/:id",
      permission,
      run: async ({ params, caller }) => {
        await engine.restore(model.id, [readId(params.id)], caller);
        return { result: null, message: "操作成功!" };
      },
    },
    {
      method: "DELETE",
      path: "/deletePhysic/:id",
      permission,
      run: async ({ params, caller }) => {
        await engine.purge(model.id, [readId(params.id)], caller);
        return { result: null, message: "删除成功!" };
      },
    },
  ];
}

/** Each generation twice: what it would make, and making it. */
function generateRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  return Object.entries(model.generate ?? {}).flatMap(([key, { permission }]): ModelRoute[] => {
    const needed = permission ?? `${model.permissionPrefix}:${key}`;
    return [
      {
        method: "POST",
        path: `/${key}Preview`,
        permission: needed,
        run: async ({ body, caller }) => ({
          result: await engine.previewGeneration(model.id, key, readRowBody(body), caller),
        }),
      },
      {
        method: "POST",
        path: `/${key}`,
        permission: needed,
        run: async ({ body, caller }) => {
          const result = await engine.generate(model.id, key, readRowBody(body), caller);
          const { rows, count, amount } = result;
          return { result, message: `已生成 ${rows.length} 条，共 ${count} 笔，合计 ${amount.toFixed(2)}` };
        },
      },
    ];
  });
}

function transitionRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  return Object.entries(transitionsOf(model)).flatMap(([key, { title, batch }]): ModelRoute[] => {
    const permission = transitionPermission(model, key);
    const one: ModelRoute = {
      method: "PUT",
      path: `/${key}`,
      permission,
      run: async ({ body, caller, idempotencyKey }) => ({
        result: await engine.transition(model.id, key, readRowBody(body), caller, { idempotencyKey }),
        message: `${title}成功！`,
      }),
    };
    const several: ModelRoute = {
      method: "PUT",
      path: `/${key}Batch`,
      permission,
      run: async ({ body, caller, idempotencyKey }) => {
        const { ids, allMatching, query, ...answers } = readRowBody(body);
        const chosen = await batchIds(model, engine, { ids, allMatching }, readRowBody(query ?? {}), caller);
        const result = await engine.transitionBatch(model.id, key, chosen, answers, caller, { idempotencyKey });
        const failed = result.refused.length === 0 ? "" : `，${result.refused.length} 条未处理`;
        return { result, message: `${title}成功 ${result.done.length} 条${failed}` };
      },
    };
    return batch ? [one, several] : [one];
  });
}

/**
 * The rows of a batch call: those it names, or with `allMatching` every row that fulfils the list's conditions. Then
 * the caller says how many they saw, so that nothing is done to rows that came meanwhile.
 */
async function batchIds(
  model: ResolvedModel,
  engine: Engine,
  { ids, allMatching }: Row,
  conditions: WireQuery,
  caller: Caller,
): Promise<readonly string[]> {
  if (allMatching === undefined) return readIds(ids);
  const { allMatching: _seen, ids: _ids, ...query } = conditions;
  const found = await engine.matchingIds(model.id, query, caller);
  if (found.length !== Number(allMatching)) throw refuse(`符合条件的数据已变为 ${found.length} 条，请刷新后再操作`);
  return found;
}
