import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SecretBox } from "../../server/auth/secret-box.ts";
import { isAllowed, readAddress } from "../../server/online/data-sources/data-source.ts";
import { tryConnection } from "../../server/online/data-sources/try-connection.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

const real = process.env.TEST_DATABASE_URL ? new URL(process.env.TEST_DATABASE_URL) : undefined;
const realHost = `${real?.hostname ?? "127.0.0.1"}:${real?.port || "5432"}`;
const realMysql = process.env.TEST_MYSQL_URL ? new URL(process.env.TEST_MYSQL_URL) : undefined;
const mysqlHost = `${realMysql?.hostname ?? "127.0.0.1"}:${realMysql?.port || "3306"}`;
const source = {
  code: "orders",
  name: "订单库",
  dbType: "6",
  dbUrl: `jdbc:postgresql://${realHost}${real?.pathname ?? "/postgres"}`,
  dbUsername: real?.username ?? "postgres",
  dbPassword: "geheim-7391",
};

let server: TestServer;
let admin: TestClient;
let id: string;
beforeAll(async () => {
  server = await createTestServer({ env: { DATA_SOURCE_HOSTS: `${realHost},${mysqlHost},127.0.0.1:9` } });
  admin = await server.as("admin");
  id = String((await admin.post<Row>("/sys/dataSource/add", source)).result.id);
});
afterAll(() => server.close());

const storedPassword = async () =>
  String(
    (
      await server.db.kysely
        .selectFrom("sys_data_source")
        .select("db_password")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).db_password,
  );
const test = (body: Row) => admin.post("/sys/dataSource/testConnection", body);

it("SYS-12 a password is sealed in the table and in no answer, sheet or log", async () => {
  expect(await storedPassword()).toMatch(/^enc:v1:/);
  const answers = [
    await admin.get("/sys/dataSource/list"),
    await admin.get("/sys/dataSource/queryById", { query: { id } }),
    await admin.get("/sys/dataSource/options"),
    await admin.get("/sys/dataSource/exportXls", { query: { format: "csv", exportFields: "name,dbPassword" } }),
    await admin.put("/sys/dataSource/edit", { id, name: "订单库二", dbPassword: "geheim-7391" }),
  ];
  for (const { text } of answers) {
    expect(text).not.toContain("geheim");
    expect(text).not.toContain("enc:v1");
  }
  await expect
    .poll(async () => (await admin.get("/sys/log/list", { query: { logContent: "编辑数据源" } })).text)
    .toContain("***");
  expect((await admin.get("/sys/log/list", { query: { pageSize: "100" } })).text).not.toContain("geheim");
});

it("SYS-12 a saving without password keeps the kept one, a new one replaces it", async () => {
  const before = await storedPassword();
  await admin.put("/sys/dataSource/edit", { id, remark: "改备注", dbPassword: "" });
  await admin.put("/sys/dataSource/edit", { id, remark: "再改", dbPassword: null });
  expect(await storedPassword()).toBe(before);
  await admin.put("/sys/dataSource/edit", { id, dbPassword: "anders-1" });
  expect(await storedPassword()).not.toBe(before);
});

it("SYS-12 what the operator did not allow is not looked at, whatever way it is written", async () => {
  let knocks = 0;
  const inner = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
  const { port } = inner.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost", "127.1", "[::1]", "0x7f000001", "2130706433"]) {
    const answer = await test({ ...source, dbUrl: `jdbc:postgresql://${host}:${port}/x` });
    expect(answer.success, host).toBe(false);
    expect(answer.message, host).toMatch(/^不允许连接|^支持 PostgreSQL/);
  }
  for (const dbUrl of [
    "http://127.0.0.1:80/",
    "jdbc:mysql://127.0.0.1:9/x",
    "file:///etc/passwd",
    "jdbc:postgresql://a@127.0.0.1:5432/x",
    "",
  ]) {
    expect((await test({ ...source, dbUrl })).success, dbUrl).toBe(false);
  }
  expect(knocks).toBe(0);
  inner.close();
});

it("SYS-12 a connection that cannot be made says why without naming driver or address", async () => {
  const closed = await test({ ...source, dbUrl: "jdbc:postgresql://127.0.0.1:9/x" });
  expect(closed.message).toBe("数据库连接失败：主机拒绝连接，请检查端口");
  const closedMysql = await test({ ...source, dbType: "4", dbUrl: "jdbc:mysql://127.0.0.1:9/x" });
  expect(closedMysql.message).toBe("数据库连接失败：主机拒绝连接，请检查端口");
  expect((await test({ dbType: "0" })).message).toBe("数据库连接成功");
});

it("SYS-12 a kept password goes to its own address only; staff without the permission tests nothing", async () => {
  const elsewhere = await test({ id, dbUrl: "jdbc:postgresql://127.0.0.1:9/x" });
  expect(elsewhere.success).toBe(false);
  await addUser(server, { username: "sun", departs: ["A01"] });
  const staff = await server.as("sun");
  expect((await staff.post("/sys/dataSource/testConnection", source)).status).toBe(403);
  expect((await staff.get("/sys/dataSource/list")).status).toBe(403);
});

if (real) {
  it("SYS-12 a PostgreSQL server that is reached says so, and that a database is missing", async () => {
    expect(await test(source)).toMatchObject({ success: true, message: "数据库连接成功" });
    const missing = await test({ ...source, dbUrl: `jdbc:postgresql://${realHost}/no_such_database` });
    expect(missing.message).toBe("数据库连接失败：没有这个数据库");
  });
}

it("SYS-12 a MySQL server that greets and then falls silent, and one that says nothing, are given up in time", async () => {
  const sockets: Socket[] = [];
  // Protocol 10, version 8.0.0, and nothing after it.
  const greeting = Buffer.concat([Buffer.from([0x0a]), Buffer.from("8.0.0\0"), Buffer.alloc(64)]);
  const silent = createServer((socket) => {
    sockets.push(socket);
    if (sockets.length === 1) socket.write(Buffer.concat([Buffer.from([greeting.length, 0, 0, 0]), greeting]));
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const address = { protocol: "mysql", host: "127.0.0.1", port, database: "x" } as const;
  const reasons = await Promise.all([1, 2].map(() => tryConnection(source, address, 300)));
  expect(reasons).toEqual(["连接超时或没有应答", "连接超时或没有应答"]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

if (realMysql) {
  it("SYS-12 a MySQL or MariaDB server that is reached says so; a wrong password and a missing database are told", async () => {
    const mysql = {
      dbType: "5",
      dbUrl: `jdbc:mysql://${mysqlHost}${realMysql.pathname}`,
      dbUsername: decodeURIComponent(realMysql.username),
      dbPassword: decodeURIComponent(realMysql.password),
    };
    expect(await test(mysql)).toMatchObject({ success: true, message: "数据库连接成功" });
    const wrong = await test({ ...mysql, dbPassword: "wrong-password" });
    expect(wrong.message).toBe("数据库连接失败：用户名或密码不正确");
    const missing = await test({ ...mysql, dbUrl: `jdbc:mysql://${mysqlHost}/no_such_database` });
    expect(missing.message).toMatch(/^数据库连接失败：(没有这个数据库|这个用户不能使用这个数据库)$/);
    const stored = await admin.post<Row>("/sys/dataSource/add", { ...mysql, code: "shop", name: "商城库" });
    expect((await test({ id: stored.result.id })).message).toBe("数据库连接成功");
  });
}

it("a sealed text opens with its key only, and not when it was changed", () => {
  const box = new SecretBox("0123456789abcdef");
  const sealed = box.seal("密码");
  expect(box.open(sealed)).toBe("密码");
  expect(box.seal("密码")).not.toBe(sealed);
  expect(new SecretBox("fedcba9876543210").open(sealed)).toBeUndefined();
  expect(box.open(`${sealed.slice(0, -6)}AAAA==`)).toBeUndefined();
});

it("an address is a host, a port and a name; anything else is none", () => {
  expect(readAddress("jdbc:postgresql://DB.example.com/orders?user=x&password=y", "6")).toEqual({
    protocol: "postgres",
    host: "db.example.com",
    port: 5432,
    database: "orders",
  });
  const mysql = { protocol: "mysql", host: "h", port: 3306, database: "x" } as const;
  expect(readAddress("jdbc:mysql://h/x?allowLoadLocalInfile=true", "4")).toEqual(mysql);
  expect(readAddress("mariadb://h/x", "5")).toEqual(mysql);
  expect(readAddress("jdbc:mysql://h/x", "6")).toBeUndefined();
  expect(readAddress("jdbc:oracle://h/x", "2")).toBeUndefined();
  expect(readAddress("postgresql://user:pass@h/x", "6")).toBeUndefined();
  expect(isAllowed(mysql, ["h"])).toBe(true);
  expect(isAllowed(mysql, ["h:5432"])).toBe(false);
  const address = { protocol: "postgres", host: "db", port: 5433, database: "x" } as const;
  expect(isAllowed(address, ["db"])).toBe(false);
  expect(isAllowed(address, ["db:5433"])).toBe(true);
  expect(isAllowed(address, [])).toBe(false);
});
