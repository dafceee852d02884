import type { FastifyRequest } from "fastify";
import { everyoneCode } from "../../runtime/menu/derive-menu-rows.ts";
import { modelOfTable } from "../../runtime/model/model-of-table.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { identify } from "../../runtime/schema/source-document.ts";
import { callerOf } from "../auth/access.ts";
import { adminRoleCode, loadGrantsOfRoles } from "../auth/grants.ts";
import type { RouteModule } from "../context.ts";
import { checkDraft, isChangeable, lostPermissions } from "../documents/published/check-draft.ts";
import {
  documentInForce,
  documentOf,
  publishDocument,
  textOfVersion,
} from "../documents/published/publish-document.ts";
import { deleteDraft, readDrafts, readVersions, saveDraft } from "../documents/published/stored-overlays.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { realnames } from "../models/history/versions.ts";
import { answerOf } from "./screens.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/document";
const prefix = "online:document";
/** Larger than a document may be, so that the compiler says so with its place. */
const bodyLimit = 6 * 1024 * 1024;

/** The documents of the product in the console: read, drafted, checked, published, restored (AUT-04). */
export const routes: RouteModule = (api, context) => {
  const { db, published, engine } = context;
  // Documents belong to the whole installation: the default tenant's business.
  const reading = { config: { permission: `${prefix}:list`, platform: true } };
  const checking = { bodyLimit, config: { permission: `${prefix}:edit`, platform: true, operation: false } } as const;
  const editing = { bodyLimit, config: { permission: `${prefix}:edit`, platform: true } };
  const publishing = { bodyLimit, config: { permission: `${prefix}:publish`, platform: true, stepUp: true } } as const;
  const restoring = { config: { permission: `${prefix}:restore`, platform: true, stepUp: true } } as const;

  api.get<{ Querystring: Query }>(`${base}/list`, reading, async (request) => {
    const drafts = new Map((await readDrafts(db.kysely, callerOf(request).userId)).map((one) => [one.path, one]));
    const states = published.states;
    const names = await realnames(
      db.kysely,
      [...states.values()].map(({ username }) => ({ createBy: username })),
    );
    const { files, models, screens, data, broken } = published.documents.current;
    // A published change whose file is gone stays in the list: somebody has to look at it.
    const paths = new Set([...files.keys(), ...states.keys()]);
    const rows = [...paths].flatMap((path) => {
      const named = identify(path);
      // A page's tests say what it must do; they are written beside it in files.
      if (!named || named.kind === "screen-test") return [];
      const { id, kind } = named;
      const title = titleOf(models.get(id), screens.get(id), data.get(id), kind);
      const overlay = states.get(path);
      const errors = (broken.get(id) ?? []).filter((one) => one.file === path && one.severity === "error").length;
      const state = overlay?.problem
        ? "stopped"
        : overlay && overlay.conflicts.length > 0
          ? "conflict"
          : errors > 0
            ? "broken"
            : drafts.has(path)
              ? "draft"
              : overlay?.overlay
                ? "edited"
                : "file";
      const changed = overlay && {
        changedBy: names.get(overlay.username) ?? overlay.username,
        changedTime: overlay.time,
      };
      return [{ id: path, documentId: id, kind, title, state, version: overlay?.versionNum ?? null, ...changed }];
    });
    return ok(pageOf(rows, request.query));
  });

  const readDocument = async (request: FastifyRequest, path: string) => {
    const caller = callerOf(request);
    const inForce = documentInForce(context, path);
    const [draft] = await readDrafts(db.kysely, caller.userId, path);
    const state = published.states.get(path);
    const may = (action: string) => decideAction(caller, `${prefix}:${action}`).allowed;
    return {
      ...inForce,
      ...identify(path),
      fileText: published.files.files.get(path)?.text ?? "",
      draft: draft ?? null,
      conflicts: state?.conflicts ?? [],
      problem: state?.problem ?? null,
      mayEdit: isChangeable(path) && may("edit"),
      mayPublish: isChangeable(path) && may("publish"),
      mayRestore: isChangeable(path) && may("restore"),
    };
  };
  api.get<{ Querystring: Query }>(`${base}/read`, reading, async (request) =>
    ok(await readDocument(request, request.query.path ?? "")),
  );

  /** What the compiler says of a text, what it takes away, and the page as it would be. */
  api.post(`${base}/check`, checking, async (request) => {
    const { path, text } = readDraftBody(request.body);
    const current = published.documents.current;
    documentInForce(context, path);
    const began = performance.now();
    const { candidate, findings, elsewhere, mayPublish } = checkDraft(current, path, text);
    const ms = Math.round(performance.now() - began);
    const lost = mayPublish ? await lostPermissions(db.kysely, current, candidate) : [];
    return ok({
      findings,
      elsewhere,
      mayPublish,
      lost,
      ms,
      page: candidate === current ? null : pageToShow(candidate, path),
    });
  });

  api.put(`${base}/draft`, editing, async (request) => {
    const { path, text, baseText } = readDraftBody(request.body);
    if (!isChangeable(path)) throw refuse("这种文档只能在文件里修改");
    documentInForce(context, path);
    const draft = { path, text, baseText: baseText || documentInForce(context, path).text, time: context.clock() };
    await saveDraft(db.kysely, callerOf(request).userId, draft);
    return ok({ time: draft.time }, "草稿已保存");
  });
  api.delete<{ Querystring: Query }>(`${base}/draft`, editing, async (request) => {
    await deleteDraft(db.kysely, callerOf(request).userId, request.query.path ?? "");
    return ok(null, "草稿已放弃");
  });

  api.post(`${base}/publish`, publishing, async (request) => {
    const { path, text, expected } = readDraftBody(request.body);
    const version = await publishDocument(context, callerOf(request), { path, text, expected });
    return ok(await readDocument(request, path), `已发布第 ${version} 版`);
  });

  api.get<{ Querystring: Query }>(`${base}/versions`, reading, async (request) => {
    const path = request.query.path ?? "";
    const versions = await readVersions(db.kysely, path);
    const { files } = published.files;
    return ok({
      file: files.get(path)?.text ?? null,
      versions: versions.map((one) => ({
        version: one.versionNum,
        time: one.time,
        realname: one.realname,
        restoredFrom: one.restoredFrom,
        isFile: one.overlay === null,
        document: documentOf(one),
      })),
    });
  });
  /** Version 0 is the file as it is. */
  api.post(`${base}/restore`, restoring, async (request) => {
    const body = readRowBody(request.body);
    const { path, expected } = readDraftBody({ ...body, text: "" });
    const number = Number(body.version);
    const kept = (await readVersions(db.kysely, path)).find(({ versionNum }) => versionNum === number);
    if (!kept && number !== 0) throw new AppError("ROW_NOT_FOUND");
    const text = kept ? textOfVersion(context, kept) : (published.files.files.get(path)?.text ?? "");
    await publishDocument(context, callerOf(request), { path, text, expected, restoredFrom: number });
    const said = number === 0 ? "已恢复为文件里的内容" : `已恢复为第 ${number} 版`;
    return ok(await readDocument(request, path), said);
  });

  /** Names that a document may use, for completion. */
  api.get(`${base}/words`, reading, async () => {
    const { models, screens } = published.documents.current;
    const menus = await db.kysely
      .selectFrom("sys_permission")
      .select(["perms", "name"])
      .where("del_flag", "=", 0)
      .where("perms", "is not", null)
      .execute();
    const codes = new Map(menus.map(({ perms, name }) => [String(perms), String(name)]));
    for (const code of ["", everyoneCode]) codes.delete(code);
    const dicts = modelOfTable(engine.models.values(), "sys_dict")
      ? await db.kysely.selectFrom("sys_dict").select(["dict_code", "dict_name"]).where("del_flag", "=", 0).execute()
      : [];
    return ok({
      models: [...models].map(([id, model]) => ({
        id,
        title: model.title,
        fields: Object.entries(model.fields).map(([name, field]) => ({ name, title: field.title, type: field.type })),
      })),
      screens: [...screens].map(([id, screen]) => ({ id, title: screen.title ?? models.get(id)?.title ?? id })),
      dicts: dicts.map(({ dict_code: code, dict_name: title }) => ({ code: String(code), title: String(title) })),
      permissions: [...codes].map(([code, title]) => ({ code, title })),
      roles: await rolesToPreview(),
    });
  });

  /** Roles with the codes that they hold, for a preview of what they see. */
  async function rolesToPreview() {
    const rows = await db.kysely
      .selectFrom("sys_role")
      .select(["id", "role_code", "role_name"])
      .where("del_flag", "=", 0)
      .where("role_code", "!=", adminRoleCode)
      .orderBy("role_name")
      .execute();
    const roles = rows.map((row) => ({
      id: String(row.id),
      code: String(row.role_code),
      title: String(row.role_name),
    }));
    const grants = await loadGrantsOfRoles(db.kysely, roles);
    return roles.map(({ code, title }) => ({ code, title, permissions: [...(grants.get(code)?.permissions ?? [])] }));
  }

  /** The page that shows a document: the screen itself, or the first one over the model. */
  function pageToShow(candidate: typeof published.documents.current, path: string) {
    const named = identify(path);
    if (named?.kind !== "screen" && named?.kind !== "model") return null;
    const id =
      named.kind === "screen" ? named.id : [...candidate.screens].find(([, screen]) => screen.model === named.id)?.[0];
    const screen = id === undefined ? undefined : candidate.screens.get(id);
    return screen ? { id, ...answerOf(candidate, screen, []) } : null;
  }
};

function readDraftBody(body: unknown) {
  const { path, text, expected, baseText } = readRowBody(body);
  if (typeof path !== "string" || typeof text !== "string") throw new AppError("BAD_REQUEST");
  return { path, text, expected: String(expected ?? ""), baseText: typeof baseText === "string" ? baseText : "" };
}

interface Titled {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

function titleOf(
  model: Titled | undefined,
  screen: Titled | undefined,
  data: Titled | undefined,
  kind: string,
): string {
  if (kind === "model") return model?.title ?? "";
  if (kind === "data") return data?.description ?? "";
  return screen?.title ?? model?.title ?? "";
}

interface ListRow {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly state: string;
}

/** One page of rows that are made here, narrowed as the list's conditions ask. */
function pageOf(rows: readonly ListRow[], query: Query) {
  const word = (text: string | undefined) => (text ?? "").replaceAll("*", "").toLowerCase();
  const [id, title] = [word(query.id ?? query.documentId), word(query.title)];
  const among = (asked: string | undefined, value: string) => !asked || asked.split(",").includes(value);
  const found = rows.filter(
    (row) =>
      row.id.toLowerCase().includes(id) &&
      row.title.toLowerCase().includes(title) &&
      among(query.kind, row.kind) &&
      among(query.state, row.state),
  );
  const size = Math.min(500, Math.max(1, Number(query.pageSize) || 10));
  const current = Math.max(1, Math.floor(Number(query.pageNo) || 1));
  const records = found.slice((current - 1) * size, current * size);
  return { records, total: found.length, size, current, pages: Math.ceil(found.length / size) };
}
