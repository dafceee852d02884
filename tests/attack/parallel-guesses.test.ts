import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { proveCount } from "../support/prove.ts";
import type { TestServer } from "../support/test-server.ts";

// The real comparison, counted: what an attacker wins by many calls at once is comparisons.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});
vi.resetModules();
const { verify } = await import("@node-rs/argon2");
const { SignInFailures } = await import("../../server/auth/sign-in-failures.ts");
const { forEachEngine } = await import("../support/database.ts");
const { addUser } = await import("../support/people.ts");
const { createTestServer } = await import("../support/test-server.ts");

const guesses = proveCount(20, 1_000);

let server: TestServer;

const many = <Result>(count: number, one: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

forEachEngine("many guesses at once", (open) => {
  beforeAll(async () => {
    server = await createTestServer({ open, env: { TRUSTED_PROXIES: "127.0.0.1" } });
    await addUser(server, { username: "victim", phone: "13900000001" });
  });
  afterAll(() => server.close());

  it(`of ${guesses} wrong passwords at the same time from one address five are compared`, async () => {
    vi.mocked(verify).mockClear();
    const answers = await many(guesses, (index) =>
      server.anonymous.post("/sys/login", { username: index % 2 ? "victim" : "VICTIM", password: `wrong-${index}` }),
    );
    expect(vi.mocked(verify).mock.calls).toHaveLength(5);
    expect(answers.filter(({ message }) => message === "用户名或密码错误")).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429 || status === 503)).toHaveLength(guesses - 5);
  });

  it("servers that share a database share the five", async () => {
    const nodes = [1, 2, 3, 4].map(() => new SignInFailures(server.db));
    let tried = 0;
    const results = await many(guesses, (index) =>
      (nodes[index % nodes.length] ?? new SignInFailures(server.db))
        .attempt("shared", "10.0.0.1", async () => {
          tried += 1;
          return undefined;
        })
        .then(
          () => "tried",
          ({ errorName }) => errorName,
        ),
    );
    expect(tried).toBe(5);
    expect(results.filter((result) => result === "LOGIN_LOCKED")).toHaveLength(guesses - 5);
  });

  it("an account that is locked at an address compares nothing more there, not even the right password", async () => {
    const node = new SignInFailures(server.db);
    for (let round = 0; round < 5; round += 1) await node.attempt("patient", "10.0.0.2", async () => undefined);
    const prove = vi.fn(async () => "right");
    const results = await many(20, () =>
      node.attempt("patient", "10.0.0.2", prove).catch(({ errorName }) => errorName),
    );
    expect(new Set(results)).toEqual(new Set(["LOGIN_LOCKED"]));
    expect(prove).not.toHaveBeenCalled();
  });

  it("a proof that could not be made is no wrong guess", async () => {
    const node = new SignInFailures(server.db);
    for (let round = 0; round < 6; round += 1) {
      const broken = node.attempt("unlucky", "10.0.0.3", () => Promise.reject(new Error("database down")));
      await expect(broken).rejects.toThrow("database down");
    }
    expect(await node.attempt("unlucky", "10.0.0.3", async () => "right")).toBe("right");
  });

  it("tries at any time of the window count together: ten quiet minutes end a lock, not the minute of the first try", async () => {
    let now = Date.now();
    const node = new SignInFailures(server.db, () => now);
    const wrong = () => node.attempt("slow", "10.0.0.4", async () => undefined);
    for (let round = 0; round < 4; round += 1) await wrong();
    now += 9 * 60_000;
    await wrong();
    now += 2 * 60_000;
    await expect(wrong()).rejects.toMatchObject({ errorName: "LOGIN_LOCKED", details: { minutes: 8 } });
    now += 8 * 60_000;
    expect(await node.attempt("slow", "10.0.0.4", async () => "right")).toBe("right");
  });

  it(`of ${guesses} wrong codes at the same time five are compared`, async () => {
    const { smsCodes } = server.context;
    const code = await smsCodes.create(server.db.kysely, "13900000001", "login", "someone");
    const results = await many(guesses, (index) =>
      smsCodes.check("13900000001", "login", index === guesses - 1 ? code : `no-${index}`),
    );
    expect(results.filter((proof) => proof !== undefined)).toEqual([]);
    const row = await server.db.kysely
      .selectFrom("sys_sms_code")
      .select("tries")
      .where("phone", "=", "13900000001")
      .executeTakeFirstOrThrow();
    expect(Number(row.tries)).toBe(5);
  });

  it(`one answer to a captcha passes once of ${guesses} times`, async () => {
    await server.context.captchas.remember("raced", "wxyz");
    const results = await many(guesses, () =>
      server.context.captchas.check("raced", "wxyz").then(
        () => true,
        () => false,
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });
});
