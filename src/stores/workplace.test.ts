import { expect, it } from "vitest";
import { readSessionUser, SessionStore } from "./session.ts";
import { fakeClient, memoryEntries } from "./test-parts.ts";
import { createWorkplace } from "./workplace.ts";

const before = {
  id: "u1",
  username: "linxiao",
  realname: "林晓",
  roles: ["clerk"],
  orgCode: "A01",
  loginTenantId: "1",
};

async function choose(userInfo: unknown) {
  let now = 0;
  const lasting = memoryEntries(undefined, () => now);
  const session = new SessionStore(lasting, memoryEntries());
  session.signIn("t1", { ...readSessionUser(before), mustChangePassword: true, mustChoose: true }, true);
  const client = fakeClient(() => ({ userInfo }));
  now = 1_000;
  await createWorkplace({ client, session }).choose({ orgCode: "A02", tenantId: "" });
  const stored = (at: number) => {
    now = at;
    return new SessionStore(lasting, memoryEntries()).user;
  };
  return { session, client, stored };
}

it("SES-11 the user of a chosen department is stored as the server returns them, for 7 days from then", async () => {
  const { session, client, stored } = await choose({ ...before, realname: "林小晓", orgCode: "A02", avatar: "a.png" });
  expect(client.calls.at(-1)).toMatchObject({
    url: "/sys/selectDepart",
    data: { orgCode: "A02", username: "linxiao" },
  });
  expect(session.user).toMatchObject({ realname: "林小晓", orgCode: "A02", avatar: "a.png", mustChoose: false });
  // A password that has to be changed still has to be.
  expect(session.user?.mustChangePassword).toBe(true);
  expect(stored(604_800_000)?.realname).toBe("林小晓");
  expect(stored(604_801_001)).toBeUndefined();
});

it("SES-11 an answer that names only the place leaves the person as they are", async () => {
  const { session } = await choose({ orgCode: "A02", loginTenantId: "2" });
  expect(session.user).toMatchObject({ id: "u1", realname: "林晓", roles: ["clerk"], orgCode: "A02", tenantId: "2" });
});
