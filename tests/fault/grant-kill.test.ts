import { rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { callAndKill } from "../support/call-and-kill.ts";
import { proveCount } from "../support/prove.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const killedSaves = proveCount(1, 20);

let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Saves a new role's grants, all there are. */
const grantAndKill = (round: number, afterMs: number) =>
  callAndKill(
    dataDir,
    async (call) => {
      const { result: role } = await call<{ id: string }>("/sys/role/add", {
        roleCode: `killed_${round}`,
        roleName: `断电 ${round}`,
      });
      const { ids } = (await call<{ ids: string[] }>("/sys/role/queryTreeList")).result;
      const links = { permissionIds: ids.join(","), lastpermissionIds: "", homePage: "store.store-order" };
      return {
        made: { roleId: role.id, wanted: ids.length },
        path: "/sys/permission/saveRolePermission",
        body: { roleId: role.id, ...links },
      };
    },
    afterMs,
  );

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
  const { made: whole, answeredMs = 100 } = await grantAndKill(0, Number.POSITIVE_INFINITY);
  expect(await stored(whole.roleId)).toMatchObject({ menus: whole.wanted, homes: 1 });
  expect(whole.wanted).toBeGreaterThan(200);
  for (let round = 1; round <= killedSaves; round += 1) {
    const share = round / (killedSaves + 1);
    const { made: killed, answeredMs: answered } = await grantAndKill(round, answeredMs * share);
    const { menus, logged, homes } = await stored(killed.roleId);
    expect([0, killed.wanted], `killed after ${share} of the time`).toContain(menus);
    if (answered !== undefined) expect(menus).toBe(killed.wanted);
    expect(homes).toBe(menus === 0 ? 0 : 1);
    if (menus === 0) expect(logged).toBe(0);
  }
});
