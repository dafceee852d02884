import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { createApp } from "../../server/app.ts";
import { callerOf } from "../../server/auth/access.ts";
import type { Caller } from "../../server/auth/caller.ts";
import { readConfig } from "../../server/config/config.ts";
import { openConsoleFiles } from "../../server/http/console-files.ts";
import { ok } from "../../server/http/envelope.ts";
import { mastersOf } from "../../server/models/masters-of.ts";
import { type ModelRoute, modelRoutes } from "../../server/models/model-calls.ts";
import { ModelRoutes } from "../../server/models/model-routes.ts";
import { transitionPermission, transitionsOf } from "../../server/models/transitions.ts";
import { treeOf } from "../../server/models/tree.ts";
import { deletedField } from "../../server/models/visible-rows.ts";
import { aCaller } from "../support/callers.ts";
import { type EngineFixture, openEngine } from "../support/engine-fixture.ts";
import { proveSample } from "../support/prove.ts";
import { shopModels } from "../support/shop-models.ts";
import { shippedDocuments } from "../support/test-server.ts";

/**
 * Routes of every model that ships, and of the little company, called by everybody: nobody, someone without the
 * permission, and someone with it whose data rule leaves them department A01. A route that this file has no row for
 * fails. One code answers a kind of route for all models: of each kind some are called, every one when proving.
 */
const shipped = shippedDocuments().resolvedModels;
const models = new Map<string, ResolvedModel>([...shipped, ...shopModels()]);

interface Called {
  readonly url: string;
  readonly body?: Row;
}

interface MatrixRow {
  /** The call about one row. */
  readonly call: (id: string, model: ResolvedModel) => Called;
  /**
   * `rows`: answers several, so the foreign one must not be among them. `row`: is about one and says it is not there.
   */
  readonly about: "rows" | "row" | "nothing";
  /** Which of the prepared rows it is about. */
  readonly state?: "deleted";
}

const query = (name: string, id: string) => `?${name}=${encodeURIComponent(id)}`;
const transition: MatrixRow = { call: (id) => ({ url: "", body: { id } }), about: "row" };
const matrix: Readonly<Record<string, MatrixRow>> = {
  "GET /list": { call: () => ({ url: "?pageSize=1000" }), about: "rows" },
  "GET /totals": { call: () => ({ url: "?fields=version" }), about: "rows" },
  "GET /queryById": { call: (id) => ({ url: query("id", id) }), about: "row" },
  "GET /listByMainId": { call: (id) => ({ url: query("id", id) }), about: "row" },
  "GET /rootList": { call: () => ({ url: "" }), about: "rows" },
  "GET /childList": { call: (_, model) => ({ url: query("pid", treeOf(model)?.root || "-") }), about: "rows" },
  "GET /getChildListBatch": { call: (id) => ({ url: query("parentIds", `${id},`) }), about: "rows" },
  "POST /add": { call: () => ({ url: "", body: { tenantId: 9, sysOrgCode: "B01", id: "1" } }), about: "nothing" },
  "PUT /edit": { call: (id) => ({ url: "", body: { id, sysOrgCode: "B01", tenantId: 9 } }), about: "row" },
  "POST /edit": { call: (id) => ({ url: "", body: { id, sysOrgCode: "B01", tenantId: 9 } }), about: "row" },
  "DELETE /delete": { call: (id) => ({ url: query("id", id) }), about: "row" },
  "DELETE /deleteBatch": { call: (id) => ({ url: query("ids", `${id},`) }), about: "row" },
  "GET /deleteList": { call: () => ({ url: "" }), about: "rows", state: "deleted" },
  "PUT /back/:id": { call: (id) => ({ url: id }), about: "row", state: "deleted" },
  "DELETE /deletePhysic/:id": { call: (id) => ({ url: id }), about: "row", state: "deleted" },
};

function rowFor(model: ResolvedModel, route: ModelRoute): MatrixRow | undefined {
  const known = matrix[`${route.method} ${route.path}`];
  if (known) return known;
  const key = route.path.slice(1);
  if (Object.hasOwn(transitionsOf(model), key)) return transition;
  if (key.endsWith("Batch") && Object.hasOwn(transitionsOf(model), key.slice(0, -5))) {
    return { call: (id) => ({ url: "", body: { ids: `${id},` } }), about: "row" };
  }
  const isGeneration = Object.hasOwn(model.generate ?? {}, key.replace(/Preview$/, ""));
  return isGeneration ? { call: () => ({ url: "", body: {} }), about: "nothing" } : undefined;
}

let fixture: EngineFixture;
let app: FastifyInstance;
let folder: string;
const holder = (permissions: ReadonlySet<string>): Caller =>
  aCaller({
    isAdmin: false,
    userId: "holder",
    username: "holder",
    orgCode: "A01",
    permissions,
    dataRules: new Map(
      [...models.values()].map((model) => [
        model.permissionPrefix,
        [{ column: "sysOrgCode", condition: "=", value: "#{sys_org_code}" }],
      ]),
    ),
  });
const allCodes = new Set([...models.values()].flatMap((model) => codesOf(model)));
const callers: Readonly<Record<string, Caller>> = { without: holder(new Set()), holder: holder(allCodes) };

function codesOf(model: ResolvedModel): string[] {
  const actions = ["list", "add", "edit", "delete", "deleteBatch", ...Object.keys(model.generate ?? {})];
  return [
    ...actions.map((action) => `${model.permissionPrefix}:${action}`),
    ...Object.keys(transitionsOf(model)).map((key) => transitionPermission(model, key)),
  ];
}

beforeAll(async () => {
  fixture = await openEngine({ models });
  folder = mkdtempSync(join(tmpdir(), "route-matrix-"));
  const config = readConfig({ LOG_LEVEL: "silent" });
  const built = await createApp({
    config,
    console: openConsoleFiles(folder, new Promise(() => {}), config.contextPath),
    authenticate: async (request) => {
      const caller = callers[String(request.headers["x-access-token"])];
      return caller && { caller, mustChangePassword: false, mustSetUpSecondFactor: false, provedAt: undefined };
    },
    registerApi: async () => {},
    lateRoutes: new ModelRoutes({ engine: fixture.engine, callerOf, ok }),
  });
  app = built.fastify;
  await app.ready();
  for (const model of models.values()) await prepareRows(model);
});
afterAll(async () => {
  await app.close();
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

const own = (model: ResolvedModel, state = "live") => `own-${state}-${model.table}`.slice(0, 32);
const foreign = (model: ResolvedModel, state = "live") => `far-${state}-${model.table}`.slice(0, 32);

/** One row of the holder's department and one of another, in the first state of their transitions. */
async function prepareRows(model: ResolvedModel): Promise<void> {
  // Another view of a table shows the rows that its model has put there.
  if (model.of !== undefined) return;
  const state = model.states && model.fields.get(model.states.field);
  const first = Object.values(transitionsOf(model))[0]?.from[0];
  const tree = treeOf(model);
  for (const [id, department, version] of [
    [own(model), "A01", 3],
    [foreign(model), "B01", 100],
  ] as const) {
    const values = {
      id,
      version,
      tenant_id: 0,
      sys_org_code: department,
      create_time: "2026-01-01 00:00:00",
      ...(state && first ? { [state.column]: first } : {}),
      ...(tree ? { [tree.parent.column]: tree.root } : {}),
    };
    await fixture.db.kysely.insertInto(model.table).values(values).execute();
    if (!model.fields.has(deletedField)) continue;
    const deleted = id.replace("live", "gone").slice(0, 32);
    await fixture.db.kysely
      .insertInto(model.table)
      .values({ ...values, id: deleted, del_flag: 1 })
      .execute();
  }
}

async function send(token: string | undefined, model: ResolvedModel, route: ModelRoute, called: Called) {
  const path = route.path.replace(":id", called.url);
  const tail = route.path.includes(":id") ? "" : called.url;
  const response = await app.inject({
    method: route.method,
    url: `/api${model.base}${path}${tail}`,
    headers: token === undefined ? {} : { "x-access-token": token },
    ...(called.body ? { payload: called.body } : {}),
  });
  return { status: response.statusCode, ...response.json<Envelope>() };
}

const foreignRows = async (model: ResolvedModel) =>
  JSON.stringify((await fixture.stored(model.table)).filter((row) => String(row.id).startsWith("far-")));

const all = [...models.values()].flatMap((model) => {
  const described = { models } as unknown as EngineFixture["engine"]; // to name the routes, nothing is called
  return modelRoutes(model, described).map((route) => ({
    name: `${model.id} ${route.method} ${route.path}`,
    model,
    route,
  }));
});

const cases = proveSample(all, ({ route }) => `${route.method} ${route.path}`, 4);

it("every route of every model has a row", () => {
  expect(all.filter(({ model, route }) => !rowFor(model, route)).map(({ name }) => name)).toEqual([]);
});

const callersOfEach = ["nobody", "without the permission", "with it, of another department"] as const;

describe(`routes of models: ${cases.length * callersOfEach.length} cells, ${cases.length} routes of ${models.size} models × ${callersOfEach.join(", ")}`, () => {
  it.each(cases)("$name", async ({ model, route: described }) => {
    const row = rowFor(model, described);
    if (!row) throw new Error("no row in the matrix for this route");
    const state = row.state === "deleted" ? "gone" : "live";
    const subject = described.path === "/listByMainId" ? mastersOf(models, model)[0]?.model : model;
    if (!subject) throw new Error("a sub-table has a master");
    const before = await foreignRows(subject);

    const anonymous = await send(undefined, model, described, row.call(own(subject, state), model));
    expect(anonymous).toMatchObject({ status: 401, success: false, result: null });
    const without = await send("without", model, described, row.call(own(subject, state), model));
    expect(without).toMatchObject({ status: 403, code: 510, result: null });

    const answer = await send("holder", model, described, row.call(foreign(subject, state), model));
    if (row.about === "row") expectMissing(answer);
    else expect(JSON.stringify(answer.result ?? null)).not.toContain('"far-');
    if (row.about === "rows") expect(answer.success).toBe(true);
    if (described.path === "/totals") {
      expect((answer.result as { totals: { version: number } }).totals.version).toBeLessThan(100);
    }
    expect(await foreignRows(subject)).toBe(before);
  });
});

/** The same words as for a row that was never there. */
function expectMissing(answer: Envelope): void {
  if (answer.success) {
    expect(answer.result).toMatchObject({ done: [], refused: [{ reason: "未找到对应实体" }] });
  } else {
    expect(answer).toMatchObject({ code: 500, message: "未找到对应实体", result: null });
  }
}
