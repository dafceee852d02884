import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forOneEngine } from "../support/database.ts";
import { buildWorld, powerOf, signedIn, type World, worldCodes, worlds } from "../support/grant-world.ts";
import { proveCount, proveSeed } from "../support/prove.ts";
import { type Answer, createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const cases = proveCount(2, 500);
const callsPerCase = 20;

let server: TestServer;

/** One attempt: by one of the accounts that the attacker has in their hands, on somebody, with something. */
const attempts = fc.record({
  kind: fc.nat(),
  as: fc.nat(),
  on: fc.nat(),
  what: fc.nat(),
  codes: fc.subarray([...worldCodes], { maxLength: 3 }),
  rules: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  ids: fc.array(fc.nat(), { maxLength: 2 }),
});
type Attempt = typeof attempts extends fc.Arbitrary<infer One> ? One : never;

interface Hands {
  readonly client: TestClient;
  readonly world: World;
  readonly attempt: Attempt;
  /** The person, role, department, department role that the attempt is about. */
  readonly person: string;
  readonly role: string;
  readonly depart: string;
  readonly departRole: string;
}

/** A call of the product; `takes` says that whoever it is about is in the attacker's hands if it succeeds. */
interface Move {
  readonly takes?: boolean;
  readonly run: (hands: Hands) => Promise<Answer>;
}

const at = (list: readonly string[], index: number) => list[index % list.length] ?? "";
const chosen = (list: readonly string[], indexes: readonly number[]) =>
  indexes.map((index) => at(list, index)).join(",");
const permissionsOf = ({ world, attempt }: Hands) => attempt.codes.map((code) => world.permissions.get(code)).join(",");
const rulesOf = ({ world, attempt }: Hands) => attempt.rules.map((rule) => world.rules[rule]).join(",");
const nameOf = async (id: string) => {
  const rows = await server.db.kysely.selectFrom("sys_user").select("username").where("id", "=", id).execute();
  return String(rows[0]?.username ?? "");
};
const page = (world: World) => world.permissions.get("member:member:list");
let made = 0;

const setPassword: Move = {
  takes: true,
  run: async ({ client, person }) =>
    client.put("/sys/user/changePassword", { username: await nameOf(person), password: "set-by-attacker-1" }),
};

const moves: readonly Move[] = [
  // Thrice: it is what everything else is done for.
  setPassword,
  setPassword,
  setPassword,
  { takes: true, run: ({ client, person }) => client.post("/sys/user/viewAs", { userId: person }) },
  {
    run: ({ client, person, world, attempt }) =>
      client.put("/sys/user/edit", { id: person, selectedroles: chosen(world.roles, attempt.ids) }),
  },
  {
    run: ({ client, person, world, attempt }) =>
      client.put("/sys/user/edit", { id: person, selecteddeparts: chosen(world.departs, attempt.ids) }),
  },
  {
    run: ({ client, person, attempt }) =>
      client.put("/sys/user/edit", { id: person, relTenantIds: attempt.ids.map((id) => id % 3).join(",") }),
  },
  {
    run: ({ client, person, world, attempt }) =>
      client.put("/sys/user/edit", { id: person, userIdentity: 2, departIds: chosen(world.departs, attempt.ids) }),
  },
  {
    run: ({ client, person, role }) => client.post("/sys/user/addSysUserRole", { roleId: role, userIdList: [person] }),
  },
  {
    run: ({ client, person, role }) =>
      client.delete("/sys/user/deleteUserRole", { query: { roleId: role, userId: person } }),
  },
  {
    run: ({ client, person, depart }) =>
      client.post("/sys/user/editSysDepartWithUser", { depId: depart, userIdList: [person] }),
  },
  {
    run: ({ client, person, depart }) =>
      client.delete("/sys/user/deleteUserInDepart", { query: { depId: depart, userId: person } }),
  },
  {
    run: ({ client, person, departRole, attempt, world }) =>
      client.post("/sys/sysDepartRole/deptRoleUserAdd", {
        userId: person,
        newRoleId: attempt.ids.length > 0 ? departRole : "",
        oldRoleId: at(world.departRoles, attempt.what + 1),
      }),
  },
  {
    run: (hands) =>
      hands.client.post("/sys/permission/saveRolePermission", {
        roleId: hands.role,
        permissionIds: permissionsOf(hands),
      }),
  },
  {
    run: (hands) =>
      hands.client.post("/sys/sysDepartPermission/saveDeptRolePermission", {
        roleId: hands.departRole,
        permissionIds: permissionsOf(hands),
      }),
  },
  {
    run: (hands) =>
      hands.client.post("/sys/permission/saveDepartPermission", {
        departId: hands.depart,
        permissionIds: permissionsOf(hands),
      }),
  },
  {
    run: (hands) =>
      hands.client.post("/sys/permission/saveRolePermission", {
        roleId: hands.role,
        permissionIds: permissionsOf(hands),
        dataRules: [{ permissionId: page(hands.world), dataRuleIds: rulesOf(hands) }],
      }),
  },
  {
    run: ({ client, role, attempt }) => {
      made += 1;
      return client.post("/sys/role/copy", { roleId: role, roleName: `${attempt.what}`, roleCode: `copy${made}` });
    },
  },
  {
    run: (hands) =>
      hands.client.post("/sys/role/datarule", {
        permissionId: page(hands.world),
        roleId: hands.role,
        dataRuleIds: rulesOf(hands),
      }),
  },
  {
    run: (hands) =>
      hands.client.post("/sys/sysDepartRole/datarule", {
        permissionId: page(hands.world),
        roleId: hands.departRole,
        dataRuleIds: rulesOf(hands),
      }),
  },
  {
    run: async ({ client, world }) => {
      made += 1;
      const added = await client.post<{ id: string }>("/sys/role/add", {
        roleCode: `made${made}`,
        roleName: `${made}`,
      });
      if (added.success) world.roles.push(added.result.id);
      return added;
    },
  },
  { run: ({ client, role }) => client.delete("/sys/role/delete", { query: { id: role } }) },
  { run: ({ client, departRole }) => client.delete("/sys/sysDepartRole/delete", { query: { id: departRole } }) },
  { run: ({ client, depart }) => client.delete("/sys/sysDepart/delete", { query: { id: depart } }) },
  { run: ({ client, depart }) => client.put(`/sys/sysDepart/back/${depart}`) },
  {
    run: ({ client, person, attempt }) =>
      client.put("/sys/user/frozenBatch", { ids: person, status: 1 + (attempt.what % 2) }),
  },
  { run: ({ client, person }) => client.delete("/sys/user/delete", { query: { id: person } }) },
  { run: ({ client, person }) => client.put("/sys/user/putRecycleBin", { userIds: person }) },
  {
    run: async ({ client, world, attempt }) => {
      made += 1;
      const added = await client.post<{ id: string }>("/sys/user/add", {
        username: `made${made}`,
        realname: "新人",
        password: "set-by-attacker-1",
        selectedroles: chosen(world.roles, attempt.ids),
        selecteddeparts: attempt.what % 2 === 0 ? at(world.departs, attempt.on) : "",
        relTenantIds: attempt.what % 3 === 0 ? "" : String(attempt.what % 3),
      });
      if (added.success) world.people.push(added.result.id);
      return added;
    },
  },
];

async function powers(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const id of ids) found.set(id, await powerOf(server, id));
  return found;
}

const beyond = (power: ReadonlySet<string> | undefined, ...known: readonly (ReadonlySet<string> | undefined)[]) =>
  [...(power ?? [])].filter((one) => !known.some((set) => set?.has(one)));

interface Outcome {
  calls: number;
  done: number;
  taken: number;
}

async function play(world: World, tries: readonly Attempt[], outcome: Outcome): Promise<void> {
  const own = await powerOf(server, world.attacker);
  const taken = new Map([[world.attacker, await signedIn(server, world.attacker)]]);
  let before = await powers(world.people);
  for (const attempt of tries) {
    const move = moves[attempt.kind % moves.length];
    const [, client] = [...taken][attempt.as % taken.size] ?? [];
    if (!move || !client) throw new Error("nothing to try");
    const person = at(world.people, attempt.on);
    const hands = { client, world, attempt, person, role: at(world.roles, attempt.what) };
    const count = world.people.length;
    const answer = await move.run({
      ...hands,
      ...{ depart: at(world.departs, attempt.what), departRole: at(world.departRoles, attempt.what) },
    });
    outcome.calls += 1;
    if (!answer.success) continue;
    outcome.done += 1;
    const newcomer = world.people.length > count ? world.people.at(-1) : undefined;
    const inHand = move.takes ? person : newcomer;
    if (inHand) taken.set(inHand, await signedIn(server, inHand));
    outcome.taken += inHand && inHand !== world.attacker ? 1 : 0;
    const after = await powers(world.people);
    for (const id of world.people) {
      // An administrator has everything; what they are in charge of adds nothing.
      if (before.get(id)?.has("administrator")) continue;
      expect(beyond(after.get(id), own, before.get(id)), `${id} gained by move ${attempt.kind % moves.length}`).toEqual(
        [],
      );
    }
    for (const id of taken.keys()) {
      expect(
        beyond(after.get(id), own),
        `${id} in the attacker's hands after move ${attempt.kind % moves.length}`,
      ).toEqual([]);
    }
    before = after;
  }
}

forOneEngine("delegated administration", (open, engine) => {
  beforeAll(async () => {
    server = await createTestServer({ open });
  });
  afterAll(() => server.close());

  it(
    `PRM-06 through ${callsPerCase} calls nobody gains a right that whoever makes them lacks: ${cases} companies`,
    async () => {
      const tries = fc.array(attempts, { minLength: callsPerCase, maxLength: callsPerCase });
      const outcome = { calls: 0, done: 0, taken: 0 };
      const property = fc.asyncProperty(worlds, tries, async (plan, list) =>
        play(await buildWorld(server, plan), list, outcome),
      );
      await fc.assert(property, { seed: proveSeed, numRuns: cases, endOnFailure: true });
      console.info(`${engine}, seed ${proveSeed}: ${cases} companies: ${JSON.stringify(outcome)}`);
      // A walk in which everything is refused would prove nothing.
      expect(outcome.done).toBeGreaterThan(outcome.calls / 20);
      expect(outcome.taken).toBeGreaterThan(cases / 4);
    },
    proveCount(120_000, 3_600_000),
  );
});
