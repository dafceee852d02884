import { sql } from "kysely";
import { expect } from "vitest";
import { isAnswered, type KillCase } from "./kill-case.ts";

/** Saves a new role's grants, all there are, and its home page. */
export const grants: KillCase = {
  title: "a save of grants leaves nothing of itself, or everything once it was answered",
  middle: { mark: 'insert into "sys_role_permission"', at: 1, ends: 12 },
  async prepare({ call }, round) {
    const role = { roleCode: `killed_${round}`, roleName: `断电 ${round}` };
    const { id } = (await call<{ id: string }>("POST", "/sys/role/add", role)).result;
    const { ids } = (await call<{ ids: string[] }>("GET", "/sys/role/queryTreeList")).result;
    expect(ids.length).toBeGreaterThan(200);
    const links = { permissionIds: ids.join(","), lastpermissionIds: "", homePage: "store.store-order" };
    return {
      act: () => isAnswered(call("POST", "/sys/permission/saveRolePermission", { roleId: id, ...links })),
      async stored(db, isSaved) {
        const { rows } = await sql<{ menus: string; logged: string; homes: string }>`
          select (select count(*) from sys_role_permission where role_id = ${id}) as menus,
            (select count(*) from sys_data_log where data_id in (
              select id from sys_role_permission where role_id = ${id})) as logged,
            (select count(*) from sys_role where id = ${id} and home_page is not null) as homes`.execute(db.kysely);
        const { menus, logged, homes } = rows[0] ?? {};
        const whole = { menus: String(ids.length), logged: expect.stringMatching(/^[1-9]/), homes: "1" };
        const none = { menus: "0", logged: "0", homes: "0" };
        expect({ menus, logged, homes }).toEqual(isSaved || menus !== "0" ? whole : none);
      },
    };
  },
};
