import pg from "pg";
import { within } from "../../db/within.ts";
import type { DataSource, DataSourceAddress } from "./data-source.ts";

/** Why a connection could not be made, in words that name no inner address and no driver. */
const reasons: Readonly<Record<string, string>> = {
  "28P01": "用户名或密码不正确",
  "28000": "这个用户不允许连接",
  "3D000": "没有这个数据库",
  ER_ACCESS_DENIED_ERROR: "用户名或密码不正确",
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: "用户名或密码不正确",
  ER_DBACCESS_DENIED_ERROR: "这个用户不能使用这个数据库",
  ER_HOST_NOT_PRIVILEGED: "这个用户不允许连接",
  ER_BAD_DB_ERROR: "没有这个数据库",
  ENOTFOUND: "找不到这个主机",
  ECONNREFUSED: "主机拒绝连接，请检查端口",
};

/**
 * Connects, asks for nothing and leaves.
 *
 * @returns the reason of a failure; undefined when it works
 */
export async function tryConnection(
  source: DataSource,
  address: DataSourceAddress,
  deadlineMs = 5_000,
): Promise<string | undefined> {
  try {
    await (address.protocol === "postgres" ? tryPostgres : tryMysql)(source, address, deadlineMs);
    return undefined;
  } catch (error) {
    return reasons[(error as { code?: string }).code ?? ""] ?? "连接超时或没有应答";
  }
}

async function tryPostgres(
  source: DataSource,
  { host, port, database }: DataSourceAddress,
  deadlineMs: number,
): Promise<void> {
  const client = new pg.Client({
    host,
    port,
    database,
    user: source.dbUsername,
    password: source.dbPassword,
    connectionTimeoutMillis: deadlineMs,
    statement_timeout: deadlineMs,
    query_timeout: deadlineMs,
    application_name: "schema-console",
  });
  client.on("error", () => {}); // told by the call under way
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function tryMysql(
  source: DataSource,
  { host, port, database }: DataSourceAddress,
  deadlineMs: number,
): Promise<void> {
  const { createConnection } = await import("mysql2");
  const connection = createConnection({
    host,
    port,
    database,
    user: source.dbUsername,
    password: source.dbPassword,
    connectTimeout: deadlineMs,
    disableEval: true, // rows would be read by code made from text
  });
  connection.on("error", () => {}); // told by the call under way
  const answered = new Promise<void>((resolve, reject) => {
    connection.query("select 1", (error) => (error ? reject(error) : resolve()));
  });
  try {
    // Its own time-out ends with the first byte; a server may fall silent after that.
    await within(answered, deadlineMs, () => new Error("no answer"));
  } finally {
    connection.destroy();
  }
}
