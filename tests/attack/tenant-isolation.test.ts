import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Database } from "../../server/db/database.ts";
import { forOneEngine } from "../support/database.ts";
import { addUser } from "../support/people.ts";
import { isProving } from "../support/prove.ts";
import { createTestServer, type TestClient, type TestServer, testPassword } from "../support/test-server.ts";
import { addTwin, rowsOfTwin, type Twin, tenantModels, twinId } from "../support/twins.ts";
import { until } from "../support/until.ts";

/**
 * Two customers and the platform have twin rows in every model. Everything that can be asked and sent is, by two people
 * of tenant 2 who may do all there is: nothing of the others comes back, nothing of theirs changes.
 */
const own: Twin = { tenantId: 2, mark: "OWN2q", amount: 7 };
const foreign: readonly Twin[] = [
  { tenantId: 1, mark: "TWN1q", amount: 700700 },
  { tenantId: 0, mark: "TWN0q", amount: 700700 },
];
const callers = ["bee", "bea"] as const;

let server: TestServer;
let models: readonly ResolvedModel[];

interface Call {
  readonly method: "get" | "post" | "put" | "delete";
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Every name under which a call takes what it is about. */
const subjects = ["id", "ids", "userId", "userid", "userIds", "userIdList", "roleId", "departId", "depId", "depid"];
const others = ["pid", "parentIds", "mainId", "dataId", "dataId1", "dataId2", "selections", "anntId", "token", "key"];
const named = (id: string) => Object.fromEntries([...subjects, ...others].map((name) => [name, id]));

function aboutRow(model: ResolvedModel, twin: Twin, state: "live" | "gone" = "live"): Record<string, string> {
  const id = model.id === "system/tenant" ? String(twin.tenantId) : twinId(twin, model, state);
  return {
    ...named(id),
    dataTable: model.table,
    tableName: model.table,
    model: model.id,
    pageSize: "1000",
    format: "csv",
  };
}

/** Whole people and roles of the twin beside the row itself: calls that link two of them. */
function linked(twin: Twin, extra: Readonly<Record<string, unknown>>) {
  const idOf = (id: string) => twinId(twin, modelNamed(id));
  return {
    ...extra,
    userId: idOf("system/user"),
    userIdList: [idOf("system/user")],
    roleId: idOf("system/role"),
    depId: idOf("system/depart"),
    departId: idOf("system/depart"),
    newRoleId: idOf("system/depart-role"),
    oldRoleId: idOf("system/depart-role"),
    username: `${twin.mark}username`,
    receiver: `${twin.mark}username`,
    password: "another-good-horse",
    status: 2,
    version: 1,
  };
}

const modelNamed = (id: string): ResolvedModel => {
  const model = server.context.engine.models.get(id);
  if (!model) throw new Error(`no model ${id}`);
  return model;
};

const callable = (methods: readonly string[]) =>
  server.routes.filter(
    ({ method, url, permission }) =>
      methods.includes(method) && url.startsWith("/api/") && permission !== "public" && !url.includes("logout"),
  );
const place = (url: string, id: string) => url.replace(/^\/api/, "").replaceAll(/:\w+|\*/g, encodeURIComponent(id));
const ownerOf = (url: string) => models.find(({ base }) => url.startsWith(`/api${base}/`));
/** Calls that belong to no model are made about these. */
const general = ["system/user", "system/role", "system/depart", "system/depart-role", "system/message", "store/store"];

function readingCalls(): Call[] {
  return callable(["GET"]).flatMap(({ url }): Call[] => {
    const owner = ownerOf(url);
    const about = owner && !url.includes("/sys/user/") ? [owner] : general.map(modelNamed);
    const call = (id: string, query: Record<string, string>): Call => ({ method: "get", url: place(url, id), query });
    const plain = call("x", { pageSize: "1000", format: "csv", fields: "version" });
    const narrowed = foreign.flatMap((twin) =>
      about.flatMap((model) => [
        call(twinId(twin, model), aboutRow(model, twin)),
        call(twinId(twin, model, "gone"), aboutRow(model, twin, "gone")),
      ]),
    );
    return [plain, ...narrowed];
  });
}

/** Dictionaries over tables, popups and trees; figures; the duplicate check. */
function lookUps(): Call[] {
  const all = [...server.context.engine.models.values()];
  const dicts = all.flatMap((model) =>
    [...model.fields.values()].flatMap(({ dict }) => (dict?.kind === "model" ? [dict] : [])),
  );
  const codes = new Set(dicts.map(({ model, text, value }) => `${modelNamed(model).table},${text},${value}`));
  const get = (url: string, query: Record<string, string> = {}): Call => ({ method: "get", url, query });
  const marks = foreign.map(({ mark }) => mark);
  const ofDicts = [...codes].flatMap((code) => {
    const [table = "", text = "", value = ""] = code.split(",");
    const at = encodeURIComponent(code);
    return [
      get(`/sys/dict/getDictItems/${at}`),
      get(`/sys/dict/loadDict/${at}`, { pageSize: "1000" }),
      get(`/sys/dict/loadDictOrderByValue/${at}`, { pageSize: "1000" }),
      ...marks.flatMap((mark) => [
        get(`/sys/dict/loadDict/${at}`, { keyword: mark, pageSize: "1000" }),
        get(`/sys/dict/loadDictItem/${at}`, { key: `${mark}i${table}`.slice(0, 32) }),
        get(`/sys/dict/getDictText/${at}/${`${mark}i${table}`.slice(0, 32)}`),
        get("/sys/dict/loadTreeData", {
          tableName: table,
          text,
          code: value,
          pidField: "id",
          pid: `${mark}i${table}`.slice(0, 32),
        }),
      ]),
    ];
  });
  const figures = models.flatMap((model) =>
    [...model.fields.values()].flatMap((field): Call[] => {
      const measures = {
        n: { op: "count" },
        ...(field.type === "money" ? { m: { op: "sum", field: field.name } } : {}),
      };
      const body = { model: model.id, groupBy: field.type === "money" ? [] : [field.name], measures, limit: 1000 };
      return [{ method: "post", url: "/lowcode/aggregate", query: {}, body }];
    }),
  );
  return [...ofDicts, ...figures];
}

function writingCalls(): Call[] {
  return callable(["POST", "PUT", "DELETE"]).flatMap(({ method, url }): Call[] => {
    const about = [
      ...new Set([ownerOf(url), ...(ownerOf(url) && !url.includes("/sys/") ? [] : general.map(modelNamed))]),
    ];
    return foreign.flatMap((twin) =>
      about.flatMap((model) => {
        if (!model) return [];
        const states = ["live", "gone"] as const;
        return states.map((state): Call => {
          const query = aboutRow(model, twin, state);
          const body = method === "DELETE" ? undefined : linked(twin, query);
          const way = method.toLowerCase() as Call["method"];
          return { method: way, url: place(url, twinId(twin, model, state)), query, ...(body ? { body } : {}) };
        });
      }),
    );
  });
}

/** The whole with PROVE=1, otherwise every so manieth call, beginning with the one at `from`. */
function chosen(calls: readonly Call[], every: number, from: number): readonly Call[] {
  return isProving ? calls : calls.filter((_, index) => index % every === from);
}

/** Calls of which the sample has one. */
const every = 90;
/** Where each engine and person begins among the calls: what one leaves out of the sample another makes. */
const turnOf = (engine: Database["engine"], name: (typeof callers)[number]) =>
  (engine === "embedded" ? 0 : 22) + callers.indexOf(name) * 45;

/** Again when the server was busy with a long step: calls that come without a network leave its clock no turn to say it is over. */
async function send(client: TestClient, { method, url, query, body }: Call) {
  for (;;) {
    const answer = await (method === "get" || method === "delete"
      ? client[method](url, { query })
      : client[method](url, body, { query }));
    if (answer.status !== 503) return answer;
    await setImmediate();
  }
}

const signIn = async (username: string) =>
  server.withToken(
    (await server.anonymous.post<{ token: string }>("/sys/login", { username, password: testPassword })).result.token,
  );

/** What of a twin stands in an answer, beside what was asked for. */
function leakOf(answer: { readonly text: string }, { url, query, body }: Call): string | undefined {
  const asked = [...Object.values(query), ...decodeURIComponent(url).split("/"), ...textsOf(body)];
  const text = asked
    .filter((value) => /TWN\dq/.test(value))
    .sort((a, b) => b.length - a.length)
    .reduce((left, value) => left.replaceAll(value, ""), answer.text);
  // Looking for the words alone first: with what stands before them each character begins a search.
  if (!/TWN\dq|\b7007\d\d|\b1401\d/.test(text)) return undefined;
  return /.{0,60}(TWN\dq\w*|\b7007\d\d(\.\d+)?\b|\b1401\d{3}(\.\d+)?\b).{0,30}/.exec(text)?.[0];
}

/** The log is written a little later, in the order of the calls: once this one stands in it all before do. */
async function allLogged(client: TestClient, name: string): Promise<void> {
  await client.delete("/sys/position/delete", { query: { id: `last-before-${name}` } });
  await until(async () => {
    const { rows } = await sql`select id from sys_log where request_param like ${`%last-before-${name}%`}`.execute(
      server.db.kysely,
    );
    expect(rows).toHaveLength(1);
  });
}

const namesTwin = ({ url, query }: Call) => /TWN\dq/.test(`${url} ${JSON.stringify(query)}`);

const textsOf = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

forOneEngine("two tenants and the platform", (open, engine) => {
  /** Both people make of these; there are tens of thousands. */
  let reading: readonly Call[];
  let writing: readonly Call[];
  beforeAll(async () => {
    server = await createTestServer({ open });
    models = tenantModels(server.context.engine.models.values());
    for (const twin of [own, ...foreign]) await addTwin(server, twin);
    const asked = [...readingCalls(), ...lookUps()];
    reading = [...asked.filter((call) => !namesTwin(call)), ...asked.filter(namesTwin)];
    writing = writingCalls();
    await sql`update sys_tenant set status = 1`.execute(server.db.kysely);
    const { rows } = await sql<{ perms: string }>`select distinct perms from sys_permission
    where coalesce(perms, '') <> '' and perms not like '%,%'`.execute(server.db.kysely);
    const permissions = rows.map(({ perms }) => perms);
    await addUser(server, { username: "bee", departs: ["OWN2qorgCode"], tenants: [2], permissions });
    const id = await addUser(server, { username: "bea", tenants: [2] });
    await sql`insert into sys_user_role (id, version, tenant_id, user_id, role_id)
    select 'bea', 1, 0, ${id}, id from sys_role where role_code = 'admin'`.execute(server.db.kysely);
  });
  afterAll(() => server.close());

  it.each(callers)(
    "nothing that %s of tenant 2 reads or looks up holds a byte of another tenant's twin",
    async (name) => {
      let client = await signIn(name);
      // The tenant's own log tells what was asked: it is read before anything names the others' rows.
      await allLogged(client, name);
      await sql`delete from sys_log where id not like ${`${own.mark}%`}`.execute(server.db.kysely);
      const calls = chosen(reading, every, turnOf(engine, name));
      const leaks: string[] = [];
      let answered = 0;
      for (const call of calls) {
        let answer = await send(client, call);
        if (answer.status === 401 || answer.status === 429) {
          client = await signIn(name);
          answer = await send(client, call);
        }
        if (answer.success || answer.bytes.length > 10_000) answered += 1;
        const leak = leakOf(answer, call);
        if (leak)
          leaks.push(
            `${call.method} ${call.url} ${JSON.stringify(call.query).slice(0, 80)} ${JSON.stringify(call.body ?? "").slice(0, 120)}: ${leak}`,
          );
      }
      console.info(
        `tenant isolation on ${engine}, reading as ${name}: ${calls.length} calls, ${answered} answered, ${models.length} models`,
      );
      expect(leaks).toEqual([]);
      expect(answered).toBeGreaterThan(calls.length / 4);
    },
  );

  it.each(callers)("nothing that %s of tenant 2 sends changes another tenant's twin", async (name) => {
    let client = await signIn(name);
    const before = await Promise.all(foreign.map((twin) => rowsOfTwin(server, twin)));
    const calls = chosen(writing, every, turnOf(engine, name));
    const leaks: string[] = [];
    for (const call of calls) {
      const answer = await send(client, call);
      if (answer.status === 401) client = await signIn(name);
      const leak = leakOf(answer, call);
      if (leak) leaks.push(`${call.method} ${call.url}: ${leak}`);
    }
    console.info(`tenant isolation on ${engine}, writing as ${name}: ${calls.length} calls`);
    expect(leaks).toEqual([]);
    expect(await Promise.all(foreign.map((twin) => rowsOfTwin(server, twin)))).toEqual(before);
  });
});
