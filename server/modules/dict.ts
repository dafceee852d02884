import { readReportDict } from "../../runtime/model/report-dict.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { countUp, type Limit } from "../http/shared-limits.ts";
import { type DictTreeQuery, dictTreeLevel } from "../models/dict/dict-tree.ts";
import { dictChannel } from "../models/dict/dictionaries.ts";
import { resolveTableDict, searchOptions, textsOf } from "../models/dict/table-dictionaries.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";
import { refuseLookUp } from "../models/look-ups/may-look-up.ts";

interface Search {
  readonly keyword?: string;
  readonly where?: string;
  readonly pageSize?: string;
}

interface Keys {
  readonly key?: string;
  readonly delNotExist?: string;
}

/** A clerk serves whoever names a whole phone number; who tries numbers soon hears nothing any more. */
const maskedLookUps: Limit = { max: 20, windowMs: 60_000, from: "first" };

const plainCode = /^[A-Za-z0-9_-]{1,100}$/;

/** Dictionary look-ups (contract 03 §3.2); the rows themselves are the models system/dict and system/dict-item. */
export const routes: RouteModule = (api, context) => {
  const { dictionaries, engine } = context;
  const session = { config: { permission: "session" } };
  const lookUp = { config: { permission: "session", rateLimit: { max: 1200, timeWindow: "1 minute" } } };

  api.get("/sys/dict/queryAllDictItems", session, async () => ok(await dictionaries.allEnabled()));

  // Everybody's menu has an entry for it, which empties their browser's cache. What the servers keep for all is read
  // anew for who looks after the dictionaries.
  const refresh = {
    config: {
      permission: "session",
      changes: true,
      operation: "刷新字典缓存",
      rateLimit: { max: 20, timeWindow: "1 minute" },
    },
  } as const;
  api.get("/sys/dict/refleshCache", refresh, async (request) => {
    if (decideAction(callerOf(request), "system:dict:edit").allowed) await dictionaries.refresh();
    return ok(null, "刷新成功！");
  });

  const list = { config: { permission: "system:dict:list" } };
  api.get<{ Querystring: { dictName?: string } }>("/sys/dict/treeList", list, async (request) => {
    const { dictName } = request.query;
    const query = { pageNo: "1", pageSize: "1000", column: "dictCode", order: "asc" };
    const name = dictName ? { dictName: `*${dictName}*` } : {};
    const { records } = await engine.list("system/dict", { ...query, ...name }, callerOf(request));
    return ok(records.map((row) => ({ ...row, key: row.id, title: row.dictName })));
  });

  api.get<{ Querystring: { id?: string; dictId?: string; itemValue?: string } }>(
    "/sys/dictItem/dictItemCheck",
    list,
    async (request) => {
      const { id = "", dictId = "", itemValue = "" } = request.query;
      const query = { pageNo: "1", pageSize: "1000", dictId };
      const { records } = await engine.list("system/dict-item", query, callerOf(request));
      if (records.some((row) => row.id !== id && String(row.itemValue) === itemValue)) {
        throw new AppError("INVALID", { details: { reason: "该值不可用，系统中已存在！" } });
      }
      return ok(null, "该值可用！");
    },
  );

  /** The recycle bin for several at once, as newer clients ask for it. */
  const bin = { config: { permission: "system:dict:delete" } };
  api.put<{ Body: { ids?: unknown } | undefined }>("/sys/dict/putRecycleBin", bin, async (request) => {
    await engine.restore("system/dict", splitKeys(String(request.body?.ids ?? "")), callerOf(request));
    return ok(null, "操作成功!");
  });
  api.delete<{ Querystring: { ids?: string } }>("/sys/dict/deleteRecycleBin", bin, async (request) => {
    await engine.purge("system/dict", splitKeys(request.query.ids), callerOf(request));
    return ok(null, "删除成功!");
  });

  api.get<{ Params: { code: string } }>("/sys/dict/getDictItems/:code", lookUp, async (request) => {
    const { code } = request.params;
    if (plainCode.test(code)) return ok((await dictionaries.options(code)) ?? []);
    const fromReport = readReportDict(code);
    if (fromReport) return ok(await context.reports.options(fromReport, callerOf(request)));
    return ok(await search(code, {}, callerOf(request)));
  });

  /** The rows of another model: for those who may list them, or open a screen that picks from them. */
  const tableDict = (code: string, caller: Caller) => {
    const dict = resolveTableDict(context.documents.current, code);
    refuseLookUp(context.documents.current, dict.model.id, caller);
    return dict;
  };

  const search = async (code: string, query: Search, caller: Caller) => {
    const dict = tableDict(code, caller);
    const admitMasked = async () => {
      const key = `masked look-ups ${caller.userId}`;
      const counts = await countUp(context.db.kysely, [{ key, limit: maskedLookUps }], Date.now());
      if (counts.get(key)?.isOver) throw new AppError("TOO_MANY");
    };
    return searchOptions(engine, dict, caller, {
      keyword: query.keyword,
      where: query.where,
      limit: readLimit(query.pageSize),
      admitMasked,
    });
  };

  api.get<{ Params: { code: string }; Querystring: Search }>("/sys/dict/loadDict/:code", lookUp, async (request) =>
    ok(await search(request.params.code, request.query, callerOf(request))),
  );

  api.get<{ Params: { code: string }; Querystring: Search }>(
    "/sys/dict/loadDictOrderByValue/:code",
    lookUp,
    async (request) => {
      const caller = callerOf(request);
      const matches = await search(request.params.code, request.query, caller);
      const others = await search(request.params.code, { ...request.query, keyword: "" }, caller);
      const known = new Set(matches.map((option) => option.value));
      return ok([...matches, ...others.filter((option) => !known.has(option.value))]);
    },
  );

  api.get<{ Params: { code: string }; Querystring: Keys }>("/sys/dict/loadDictItem/:code", lookUp, async (request) => {
    const keys = splitKeys(request.query.key);
    const dropMissing = request.query.delNotExist !== "false";
    const { code } = request.params;
    if (plainCode.test(code)) {
      const texts = new Map((await dictionaries.options(code))?.map((option) => [option.value, option.text]));
      return ok(keys.flatMap((key) => texts.get(key) ?? (dropMissing ? [] : [key])));
    }
    const caller = callerOf(request);
    return ok(await textsOf(engine, tableDict(code, caller), caller, keys, dropMissing));
  });

  api.get<{ Querystring: DictTreeQuery }>("/sys/dict/loadTreeData", lookUp, async (request) =>
    ok(await dictTreeLevel(engine, context.documents.current, request.query, callerOf(request))),
  );

  api.get<{ Params: { code: string; key: string } }>("/sys/dict/getDictText/:code/:key", lookUp, async (request) => {
    const options = await dictionaries.options(request.params.code);
    return ok(options?.find((option) => option.value === request.params.key)?.text ?? null);
  });
};

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1)
    throw new AppError("INVALID", { details: { reason: "pageSize 须为正整数" } });
  return limit;
}

function splitKeys(text: string | undefined): string[] {
  return (text ?? "").split(",").filter((key) => key !== "");
}

const announce = (_rows: unknown, { trx }: HookContext) => notifyOnCommit(trx, dictChannel);
const announceChange: ModelHooks = { afterSave: announce, afterDelete: announce };

export const hooks: Readonly<Record<string, ModelHooks>> = {
  "system/dict": announceChange,
  "system/dict-item": announceChange,
};
