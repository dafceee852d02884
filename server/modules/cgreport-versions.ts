import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { compareVersions } from "../online/reports/compare-versions.ts";
import { findHead } from "../online/reports/definition.ts";
import { designCode } from "../online/reports/report-rights.ts";
import { draftOf, listVersions, readVersionById } from "../online/reports/versions.ts";

type Query = Readonly<Record<string, string | undefined>>;

const headModel = "online/cgreport-head";
const base = "/online/cgreport/head";

/** The published versions of a report: their list, their difference in words, and the way back to one. */
export const routes: RouteModule = (api, { db, engine }) => {
  const reading = { config: { permission: "online:cgreport:list" } };

  const headOf = async (id: unknown) => {
    const head = await findHead(db.kysely, readId(id));
    if (!head) throw new AppError("ROW_NOT_FOUND");
    return head;
  };
  const compared = async (id: unknown, mayRestore: boolean) => {
    const model = engine.models.get(headModel);
    if (!model) throw new Error(`no model ${headModel}`);
    return compareVersions(db.kysely, await headOf(id), model, mayRestore);
  };

  api.get<{ Querystring: Query }>(`${base}/versions`, reading, async (request) =>
    ok(await listVersions(db.kysely, readId(request.query.id))),
  );
  api.get<{ Querystring: Query }>(`${base}/version`, reading, async (request) =>
    ok(await readVersionById(db.kysely, readId(request.query.id))),
  );
  api.get<{ Querystring: Query }>(`${base}/compareVersions`, reading, async (request) => {
    const mayRestore = decideAction(callerOf(request), designCode).allowed;
    return ok(await compared(request.query.id, mayRestore));
  });

  /** Makes a version the draft again; what runs stays until that is published. */
  api.post(`${base}/restoreVersion`, { config: { permission: designCode } }, async (request) => {
    const caller = callerOf(request);
    const { headId, id, version } = readRowBody(request.body);
    const head = await headOf(headId);
    const { versions, currentVersion } = await compared(head.id, true);
    const wanted = versions.find((one) => one.id === id);
    if (!wanted) throw new AppError("ROW_NOT_FOUND");
    if (Number(version) !== currentVersion) throw refuse("报表在这期间又有了新的版本，请重新比较");
    const { version: rowVersion } = await engine.queryById(headModel, head.id, caller);
    const now = await draftOf(db.kysely, head.id);
    const kept = await readVersionById(db.kysely, String(id));
    // A report keeps its code: menus and pages name it.
    const { id: _id, code: _code, ...fields } = kept.head;
    const whole = {
      ...fields,
      id: head.id,
      version: rowVersion,
      items: keepingIds(kept.items, now.items, "fieldName"),
      params: keepingIds(kept.params, now.params, "paramName"),
    };
    return ok(await engine.edit(headModel, whole, caller), `已恢复为第 ${wanted.version} 版，发布后生效`);
  });
};

/** Rows that are still there stay the rows they are. */
function keepingIds(rows: readonly Row[], stored: readonly Row[], name: string): readonly Row[] {
  const ids = new Map(stored.map((row) => [row[name], row.id]));
  return rows.map(({ id: _id, ...row }) => (ids.has(row[name]) ? { ...row, id: ids.get(row[name]) } : row));
}
