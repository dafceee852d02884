import { once } from "node:events";
import { rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { startConsoleServer, testPassword } from "../support/console-server.ts";
import { proveCount } from "../support/prove.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const killedSaves = proveCount(1, 20);

let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Answer<Result> {
  readonly success: boolean;
  readonly message: string;
  readonly result: Result;
}

/** Saves a new role's grants, all there are, and switches the process off after a time; Infinity lets it answer. */
async function grantAndKill(round: number, afterMs: number) {
  const server = await startConsoleServer({ SEED: "none" }, dataDir);
  const headers: Record<string, string> = { "content-type": "application/json" };
  const call = async <Result>(path: string, body?: object) => {
    const method = body ? "POST" : "GET";
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await (await fetch(`${server.url}/api${path}`, sent)).json()) as Answer<Result>;
  };
  const { result } = await call<{ token: string }>("/sys/login", { username: "admin", password: testPassword });
  headers["X-Access-Token"] = result.token;
  const role = await call<{ id: string }>("/sys/role/add", { roleCode: `killed_${round}`, roleName: `断电 ${round}` });
  const roleId = role.result.id;
  const { ids } = (await call<{ ids: string[] }>("/sys/role/queryTreeList")).result;
  const home = "store.store-order";
  const start = performance.now();
  const body = { roleId, permissionIds: ids.join(","), lastpermissionIds: "", homePage: home };
  const answered = call("/sys/permission/saveRolePermission", body).then(
    ({ success, message }) => {
      if (!success) server.process.kill("SIGKILL");
      return success ? performance.now() - start : new Error(message);
    },
    () => undefined,
  );
  const powerSwitch = Number.isFinite(afterMs) ? setTimeout(() => server.process.kill("SIGKILL"), afterMs) : undefined;
  const answeredMs = await answered;
  if (answeredMs instanceof Error) throw answeredMs;
  clearTimeout(powerSwitch);
  if (answeredMs !== undefined) await server.stop("SIGKILL");
  else if (server.process.exitCode === null && server.process.signalCode === null) await once(server.process, "exit");
  return { roleId, wanted: ids.length, answeredMs };
}

/** What is stored of a role's grants: menus, changes in the data log, its home page. */
async function stored(roleId: string) {
  const db = await openDatabase({ dataDir });
  try {
    const { rows } = await sql<{ menus: string; logged: string; homes: string }>`
      select (select count(*) from sys_role_permission where role_id = ${roleId}) as menus,
        (select count(*) from sys_data_log where data_id in (
          select id from sys_role_permission where role_id = ${roleId})) as logged,
        (select count(*) from sys_role where id = ${roleId} and home_page is not null) as homes`.execute(db.kysely);
    const { menus = "0", logged = "0", homes = "0" } = rows[0] ?? {};
    return { menus: Number(menus), logged: Number(logged), homes: Number(homes) };
  } finally {
    await db.close();
  }
}

it("a save of grants that is switched off half way leaves nothing, one that was answered leaves everything", async () => {
  const whole = await grantAndKill(0, Number.POSITIVE_INFINITY);
  expect(await stored(whole.roleId)).toMatchObject({ menus: whole.wanted, homes: 1 });
  expect(whole.wanted).toBeGreaterThan(200);
  for (let round = 1; round <= killedSaves; round += 1) {
    const share = round / (killedSaves + 1);
    const killed = await grantAndKill(round, (whole.answeredMs ?? 100) * share);
    const { menus, logged, homes } = await stored(killed.roleId);
    expect([0, killed.wanted], `killed after ${share} of the time`).toContain(menus);
    if (killed.answeredMs !== undefined) expect(menus).toBe(killed.wanted);
    expect(homes).toBe(menus === 0 ? 0 : 1);
    if (menus === 0) expect(logged).toBe(0);
  }
});
