import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { permissionIdOf } from "../../runtime/menu/derive-menu-rows.ts";
import { nearestPages, screenIdCandidates } from "../../runtime/menu/page-names.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import { nearest } from "../../runtime/schema/nearest.ts";
import type { ModelDocument, Panel, ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { type Finding, maySeeFindings, pageFindings } from "../documents/findings.ts";
import type { DocumentStore } from "../documents/load-documents.ts";
import { screenModels } from "../documents/screen-models.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { openCode } from "../models/look-ups/screen-look-ups.ts";
import { defaultQueryOf } from "../models/saved-queries/saved-queries.ts";
import { formPageOf } from "../online/forms/run/form-page.ts";

/** What a browser gets of a model: not how it is stored, not how sample rows are made. */
export type WireModel = Omit<ModelDocument, "table" | "indexes" | "sample" | "$schema">;

export interface ScreenAnswer {
  /** Null when the document or its model is broken; the diagnostics say where and why. */
  readonly screen: ScreenDocument | null;
  readonly models: Readonly<Record<string, WireModel>>;
  /** Changes when the screen or one of its models does. */
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The saved query that this person's page starts with. */
  readonly defaultQuery?: SavedQuery;
  /** Development, for who may see it: what is wrong with this page and with what it is made of. */
  readonly findings?: readonly Finding[];
  /** Of a form's page: the codes that this person holds, which no menu row needs to name. */
  readonly granted?: readonly string[];
}

/** Documents for the browser, to those who hold the page's permission. */
export const routes: RouteModule = (api, context) => {
  const open = { config: { permission: "session" } } as const;
  api.get<{ Params: { "*": string } }>("/lowcode/screens/*", open, async (request, reply) => {
    const documents = context.documents.current;
    const caller = callerOf(request);
    const page = await formPageOf(context, request.params["*"], caller);
    const id = page?.id ?? screenIdOf(documents, request.params["*"]);
    const screen = documents.screens.get(id);
    const findings = documents.broken.get(id)?.filter((finding) => finding.file.endsWith(".screen.json")) ?? [];
    if (!screen && findings.length === 0) throw unknownScreen(documents, id, caller);
    if (!(await mayOpen(context, documents, id, screen, caller))) throw new AppError("FORBIDDEN");
    const defaultQuery = hasAdvancedQuery(screen) ? await defaultQueryOf(context.engine, id, caller) : undefined;
    const own = screen && withOwnPanels(documents, screen, caller);
    const answer = {
      ...answerOf(documents, own, findings),
      ...(defaultQuery ? { defaultQuery } : {}),
      ...(context.followsDocuments && maySeeFindings(caller) ? { findings: pageFindings(documents, id) } : {}),
    };
    if (!page) return ok(answer);
    const whole = { ...answer, hash: `${documents.hash}-${page.version}`, granted: page.granted };
    return isKnown(request, reply, whole) ? reply.code(304).send() : ok(whole);
  });
};

/** Marks an answer, so that a page that did not change is not sent again. */
function isKnown(request: FastifyRequest, reply: FastifyReply, answer: ScreenAnswer): boolean {
  const tag = `"${createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 22)}"`;
  reply.header("ETag", tag).header("Cache-Control", "private, no-cache");
  return request.headers["if-none-match"] === tag;
}

const hasAdvancedQuery = (screen: ScreenDocument | undefined): boolean =>
  screen !== undefined && "query" in screen ? screen.query?.advanced !== false : screen?.model !== undefined;

/** Panels about rows that the caller may not list are left out: their calls would only be refused, and logged as such. */
function withOwnPanels(documents: DocumentStore, screen: ScreenDocument, caller: Caller): ScreenDocument {
  if (!("panels" in screen) || !screen.panels) return screen;
  const mayList = (model: string | undefined) => {
    const known = model === undefined ? undefined : documents.resolvedModels.get(model);
    return !known || decideAction(caller, `${known.permissionPrefix}:list`).allowed;
  };
  const panels = screen.panels.flatMap((panel): Panel[] => {
    if ("source" in panel && panel.source && "model" in panel.source && !mayList(panel.source.model)) return [];
    return panel.type === "my-tasks"
      ? [{ ...panel, items: panel.items.filter((item) => mayList(item.model)) }]
      : [panel];
  });
  return { ...screen, panels };
}

/** The document that a menu row means: its id, or what the component name of an existing menu table stands for. */
function screenIdOf(documents: DocumentStore, asked: string): string {
  // Ids are written small; a name with a capital letter comes from a menu table.
  const isComponent = /^[\w-]+(\/[\w-]+)*$/.test(asked) && /[A-Z]/.test(asked);
  if (!isComponent || documents.screens.has(asked) || documents.broken.has(asked)) return asked;
  return screenIdCandidates(asked.slice(0, 200)).find((id) => documents.screens.has(id)) ?? asked;
}

export function answerOf(
  documents: DocumentStore,
  screen: ScreenDocument | undefined,
  findings: readonly Diagnostic[],
): ScreenAnswer {
  if (!screen) return { screen: null, models: {}, hash: documents.hash, diagnostics: findings };
  const { models, broken } = screenModels(documents, screen);
  const ownModelIsBroken = screen.model !== undefined && !documents.models.has(screen.model);
  return {
    screen: ownModelIsBroken ? null : screen,
    models: Object.fromEntries([...models].map(([modelId, model]) => [modelId, toWireModel(model)])),
    hash: documents.hash,
    diagnostics: broken,
  };
}

function toWireModel(model: ModelDocument): WireModel {
  const { table: _table, indexes: _indexes, sample: _sample, $schema: _schema, ...wire } = model;
  return wire;
}

/** The code of the page's menu row as it stands in the table, else the one the document derives. */
async function mayOpen(
  { db }: ServerContext,
  documents: DocumentStore,
  id: string,
  screen: ScreenDocument | undefined,
  caller: Caller,
): Promise<boolean> {
  if (caller.isAdmin) return true;
  const row = await db.kysely
    .selectFrom("sys_permission")
    .select("perms")
    .where("id", "=", permissionIdOf(id))
    .executeTakeFirst();
  const code = row?.perms ? String(row.perms) : screen && openCode(documents, id, screen);
  return code !== undefined && decideAction(caller, code).allowed;
}

/** Names like the one asked for, of pages that the caller may open: a refusal must not list the others. */
function unknownScreen(documents: DocumentStore, id: string, caller: Caller): AppError {
  const own = [...documents.screens]
    .filter(([known, screen]) => decideAction(caller, openCode(documents, known, screen)).allowed)
    .map(([known]) => known);
  const asked = id.slice(0, 200);
  const near = nearest(asked, own);
  return new AppError("SCREEN_NOT_FOUND", {
    details: { id: asked, nearest: near === undefined ? "" : `，是否为 ${near}` },
    result: { nearest: nearestPages(asked, own) },
  });
}
