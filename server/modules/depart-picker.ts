import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { readId } from "../models/engine-parts.ts";
import { guardLookUp } from "../models/look-ups/may-look-up.ts";
import { removalOf } from "./departs/depart-people.ts";
import { administeredFields, type DepartNode, departTree, listDeparts } from "./departs/depart-tree.ts";
import { departsInCharge } from "./grants/holdings.ts";

/**
 * Department look-ups (contract 02 §2.5): names, codes and places in the tree for those who may open a form that picks
 * departments, as far as their row rules go; the rows themselves are the model system/depart with its permissions.
 */
export const routes: RouteModule = (api, context) => {
  const own = { config: { permission: "session", rateLimit: { max: 600, timeWindow: "1 minute" } } };
  const look = { ...own, preHandler: guardLookUp(context, "system/depart") };

  api.get("/sys/sysDepart/queryTreeList", look, async (request) => ok(await treeFor(context, callerOf(request))));

  api.get("/sys/sysDepart/queryIdTree", look, async (request) =>
    ok((await treeFor(context, callerOf(request))).map(idNode)),
  );

  api.get<{ Querystring: { pid?: string } }>("/sys/sysDepart/queryDepartTreeSync", look, async (request) => {
    const caller = callerOf(request);
    const rows = await context.engine.children("system/depart", request.query.pid ?? "", caller);
    return ok(rows.map((row) => ({ ...levelNode(row, administeredFields(caller)), children: null })));
  });

  api.get<{ Querystring: { keyWord?: string } }>("/sys/sysDepart/searchBy", look, async (request) => {
    const keyWord = request.query.keyWord?.trim() ?? "";
    const caller = callerOf(request);
    const found = (await listDeparts(context.engine, caller)).filter(
      (row) => keyWord !== "" && String(row.departName ?? "").includes(keyWord),
    );
    if (found.length === 0) throw new AppError("INVALID", { details: { reason: "未查询匹配数据！" } });
    return ok(found.map((row) => ({ ...levelNode(row, administeredFields(caller)), children: null })));
  });

  /** Departments in charge (contract 02 §2.5): `message` says whether the person is in charge of any. */
  api.get("/sys/sysDepart/queryMyDeptTreeList", own, async (request) => {
    const caller = callerOf(request);
    const own = new Set(await departsInCharge(context.db.kysely, caller.userId));
    if (own.size === 0) return ok(null, "1");
    const rows = await listDeparts(context.engine, caller);
    const tree = departTree(
      rows.filter((row) => own.has(String(row.id))),
      administeredFields(caller),
    );
    return ok(tree, "2");
  });

  /** What the question before a removal says: `below` departments, `people` and their first `names`. */
  api.get<{ Querystring: { id?: string } }>(
    "/sys/sysDepart/removal",
    { config: { permission: "system:depart:delete" } },
    async (request) => {
      const { engine, db } = context;
      const caller = callerOf(request);
      const id = readId(request.query.id);
      await engine.queryById("system/depart", id, caller);
      return ok(await removalOf(id, { engine, caller, database: db.kysely }));
    },
  );

  api.get<{ Querystring: { id?: string } }>("/sys/sysDepart/listAll", look, async (request) => {
    const rows = await listDeparts(context.engine, callerOf(request));
    const { id } = request.query;
    return ok((id ? rows.filter((row) => row.id === id) : rows).map((row) => ({ ...levelNode(row), children: null })));
  });

  api.get<{ Querystring: { departId?: string; orgCode?: string } }>(
    "/sys/sysDepart/queryAllParentId",
    look,
    async (request) => {
      const rows = await listDeparts(context.engine, callerOf(request));
      const { departId, orgCode } = request.query;
      const byId = new Map(rows.map((row) => [String(row.id), row]));
      const parents: Row[] = [];
      let at = departId ? byId.get(departId) : rows.find((row) => row.orgCode === orgCode);
      for (let step = 0; at && step < 50; step += 1) {
        parents.unshift(at);
        at = byId.get(String(at.parentId ?? ""));
      }
      return ok({
        departId: parents.at(-1)?.id ?? null,
        parentIds: parents.slice(0, -1).map((row) => row.id),
        parentMap: Object.fromEntries(parents.slice(0, -1).map((row) => [String(row.id), levelNode(row)])),
      });
    },
  );

  /** The name of the department above, for the form of one below it; null at the top and where it is out of sight. */
  api.get<{ Querystring: { departId?: string; id?: string } }>(
    "/sys/sysDepart/queryParentName",
    look,
    async (request) => {
      const { departId, id } = request.query;
      const rows = await listDeparts(context.engine, callerOf(request));
      const own = rows.find((row) => row.id === (departId ?? id));
      return ok(rows.find((row) => row.id === own?.parentId)?.departName ?? null);
    },
  );

  api.get<{ Querystring: { orgCode?: string } }>("/sys/sysDepart/getDepartName", look, async (request) => {
    const rows = await listDeparts(context.engine, callerOf(request));
    return ok(rows.find((row) => row.orgCode === request.query.orgCode)?.departName ?? null);
  });
};

async function treeFor({ engine }: ServerContext, caller: Caller): Promise<readonly DepartNode[]> {
  return departTree(await listDeparts(engine, caller), administeredFields(caller));
}

interface IdNode {
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children: readonly IdNode[];
}

function idNode({ key, value, title, children }: DepartNode): IdNode {
  return { key, value, title, children: children.map(idNode) };
}

function levelNode(row: Row, more: readonly string[] = []) {
  const { children: _none, ...node } = departTree([{ ...row, parentId: null }], more)[0] ?? { children: [] };
  return { ...node, parentId: row.parentId ?? "", isLeaf: row.hasChild !== "1" };
}
