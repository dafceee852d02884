import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";
import type { Draft, ModelHooks, SaveContext } from "../models/hooks.ts";
import { guardLookUp } from "../models/look-ups/may-look-up.ts";
import { nextCode } from "./depart.ts";

type Query = Readonly<Record<string, string | undefined>>;

const root = "0";

/** A category's code says its place, as a department's does: a letter and two digits per level (contract 03 §3.3). */
async function giveCode(draft: Draft, { before, trx }: SaveContext): Promise<void> {
  const pid = String(draft.pid ?? "") || root;
  if (before) {
    if (pid !== (String(before.pid ?? "") || root)) throw refuse("分类不能移到别处：编码由上级得出");
    draft.code = before.code;
    return;
  }
  draft.pid = pid;
  const { rows: parents } = await sql<{ code: string }>`select code from sys_category where id = ${pid}`.execute(trx);
  const parentCode = pid === root ? "" : (parents[0]?.code ?? "");
  await sql`select pg_advisory_xact_lock(hashtext(${`sys_category ${pid}`}))`.execute(trx);
  const { rows } = await sql<{ code: string | null }>`
    select max(code) as code from sys_category
    where length(code) = ${parentCode.length + 3} and left(code, ${parentCode.length}) = ${parentCode}`.execute(trx);
  const last = rows[0]?.code;
  draft.code = parentCode + (last ? nextCode(last.slice(-3)) : "A01");
}

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/category": { beforeSave: giveCode } };

interface Node {
  readonly id: string;
  readonly pid: string;
  readonly name: string;
  readonly code: string;
  readonly hasChild: string;
}

/** Look-ups of the category tree (contract 03 §3.3): names and codes for those who may open a form that picks one. */
export const routes: RouteModule = (api, context) => {
  const { engine } = context;
  const look = {
    config: { permission: "session", rateLimit: { max: 600, timeWindow: "1 minute" } },
    preHandler: guardLookUp(context, "system/category"),
  };
  const all = async (request: Parameters<typeof callerOf>[0]): Promise<readonly Node[]> => {
    const rows: Row[] = [];
    for await (const batch of engine.exportRows(
      "system/category",
      { column: "code", order: "asc" },
      callerOf(request),
    )) {
      rows.push(...batch);
    }
    return rows.map((row) => ({
      id: String(row.id),
      pid: String(row.pid ?? "") || root,
      name: String(row.name ?? ""),
      code: String(row.code ?? ""),
      hasChild: String(row.hasChild ?? "0"),
    }));
  };

  api.get<{ Querystring: Query }>("/sys/category/loadTreeRoot", look, async (request) => {
    const rows = await all(request);
    const { pcode = root, async: isLazy } = request.query;
    const pid = pidOfCode(rows, pcode, `该编码【${pcode}】不存在，请核实!`);
    return ok(levelOf(rows, pid, isLazy === "false"));
  });

  api.get<{ Querystring: Query }>("/sys/category/loadTreeChildren", look, async (request) =>
    ok(levelOf(await all(request), request.query.pid ?? "", false)),
  );

  api.get<{ Querystring: Query }>("/sys/category/loadTreeData", look, async (request) => {
    const { pid, pcode } = request.query;
    const rows = await all(request);
    if (pid) return ok(levelOf(rows, pid, false));
    if (!pcode) throw refuse("加载分类字典树参数有误.[null]!");
    return ok(levelOf(rows, pidOfCode(rows, pcode, `加载分类字典树参数有误.[${pcode}]!`), false));
  });

  api.get<{ Querystring: Query }>("/sys/category/loadOne", look, async (request) => {
    const { field = "", val = "" } = request.query;
    if (!["id", "code", "name", "pid"].includes(field)) throw refuse("参数不识别！");
    const found = (await all(request)).filter((row) => row[field as keyof Node] === val);
    if (found.length === 0) throw refuse("查询无果");
    if (found.length > 1) throw refuse("查询数据异常，有多条数据符合条件");
    return ok(found[0]);
  });

  const names = async (request: Parameters<typeof callerOf>[0]) => {
    const ids = String((request.query as Query).ids ?? "")
      .split(",")
      .filter(Boolean);
    const byId = new Map((await all(request)).map((row) => [row.id, row.name]));
    return ok(ids.slice(0, 1000).flatMap((id) => byId.get(id) ?? []));
  };
  api.get("/sys/category/loadDictItem", look, names);
  api.get("/sys/category/loadDictItem/", look, names);

  api.get<{ Querystring: Query }>("/sys/category/loadAllData", look, async (request) => {
    const { code = "" } = request.query;
    const rows = await all(request);
    const under = code === root ? rows : rows.filter((row) => row.code.startsWith(code));
    return ok(under.map((row) => ({ value: row.id, text: row.name, title: row.name })));
  });

  api.get<{ Querystring: Query }>("/sys/category/checkCode", look, async (request) => {
    const { pid = root, code = "" } = request.query;
    if (code === "") throw refuse("错误,类型编码为空!");
    const parent = pid === root ? undefined : (await all(request)).find((row) => row.id === pid);
    if (parent && !code.startsWith(parent.code)) throw refuse(`编码不符合规范,须以"${parent.code}"开头!`);
    return ok(true);
  });
};

function pidOfCode(rows: readonly Node[], code: string, message: string): string {
  if (code === "" || code === root) return root;
  const found = rows.find((row) => row.code === code);
  if (!found) throw refuse(message);
  return found.id;
}

interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly code: string;
  readonly parentId: string;
  readonly isLeaf: boolean;
  readonly leaf: boolean;
  readonly children?: readonly TreeNode[];
}

function levelOf(rows: readonly Node[], pid: string, isDeep: boolean): readonly TreeNode[] {
  return rows
    .filter((row) => row.pid === pid)
    .map((row) => {
      const isLeaf = row.hasChild !== "1";
      const node = { key: row.id, title: row.name, code: row.code, parentId: row.pid, isLeaf, leaf: isLeaf };
      return isDeep && !isLeaf ? { ...node, children: levelOf(rows, row.id, true) } : node;
    });
}
