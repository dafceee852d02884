import { expect, it } from "vitest";
import { readSessionUser, SessionStore, type SessionUser } from "./session.ts";
import { MemoryStorage, memoryEntries } from "./test-parts.ts";

const user: SessionUser = readSessionUser({ id: "u1", username: "linxiao", realname: "林晓", roles: ["admin"] });

it("SES-05 a remembered session is there on the next visit and gone after 7 days", () => {
  const storage = new MemoryStorage();
  new SessionStore(memoryEntries(storage), memoryEntries()).signIn("t1", user, true);
  const visit = (now: number) =>
    new SessionStore(
      memoryEntries(storage, () => now),
      memoryEntries(),
    ).token;
  expect(visit(604_799_999)).toBe("t1");
  expect(visit(604_800_000)).toBeUndefined();
});

it("a session that is not remembered ends with the browser tab", () => {
  const lasting = new MemoryStorage();
  const tab = new MemoryStorage();
  new SessionStore(memoryEntries(lasting), memoryEntries(tab)).signIn("t1", user, false);
  expect(new SessionStore(memoryEntries(lasting), memoryEntries(tab)).token).toBe("t1");
  expect(new SessionStore(memoryEntries(lasting), memoryEntries()).token).toBeUndefined();
});

it("signing in as somebody else leaves nothing of the session before", () => {
  const lasting = new MemoryStorage();
  const session = new SessionStore(memoryEntries(lasting), memoryEntries());
  session.signIn("t1", user, true);
  session.signIn("t2", { ...user, username: "clerk" }, false);
  expect(new SessionStore(memoryEntries(lasting), memoryEntries()).token).toBeUndefined();
});

it("the changed user survives a reload", () => {
  const lasting = new MemoryStorage();
  const session = new SessionStore(memoryEntries(lasting), memoryEntries());
  session.signIn("t1", { ...user, mustChangePassword: true }, true);
  session.updateUser({ mustChangePassword: false });
  expect(new SessionStore(memoryEntries(lasting), memoryEntries()).user?.mustChangePassword).toBe(false);
});

it.each([{ token: "" }, { token: 1, user }, { token: "t1" }, { token: "t1", user: { username: "a" } }, "t1", []])(
  "a stored session of another shape (%j) is none",
  (stored) => {
    const lasting = memoryEntries();
    lasting.write("session", stored);
    expect(new SessionStore(lasting, memoryEntries()).token).toBeUndefined();
  },
);

it("the tenant is 0 while nobody is signed in", () => {
  expect(new SessionStore(memoryEntries(), memoryEntries()).tenantId).toBe("0");
});

it("role codes are read as a list and as text with commas", () => {
  expect(readSessionUser({ roles: ["a", "b"] }).roles).toEqual(["a", "b"]);
  expect(readSessionUser({ roleCode: "a,b" }).roles).toEqual(["a", "b"]);
  expect(readSessionUser(null).roles).toEqual([]);
});
