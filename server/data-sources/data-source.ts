import pg from "pg";

/** Where rows of another system come from, as the table keeps it, its password in the clear. */
export interface DataSource {
  /** Value of dictionary `database_type`: `0` the console's own database, `6` PostgreSQL. */
  readonly dbType: string;
  /** `jdbc:postgresql://host:5432/name` or `postgresql://host:5432/name`. */
  readonly dbUrl: string;
  readonly dbUsername: string;
  readonly dbPassword: string;
}

export interface DataSourceAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

const connectMs = 5_000;

/** @returns undefined for what is no PostgreSQL address; parameters and passwords in it are not taken */
export function readAddress(url: string): DataSourceAddress | undefined {
  const match = /^(?:jdbc:)?postgres(?:ql)?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?\/([^/?#\s]+)/.exec(
    url.trim(),
  );
  const [, host = "", port = "5432", database = ""] = match ?? [];
  if (!match || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, "").toLowerCase(), port: Number(port), database };
}

/**
 * Whether the operator lets the console reach an address. Nothing is allowed unless he said so: a person who may edit
 * data sources must not learn which machines and ports the server can see.
 *
 * @param allowed entries `host` (port 5432) or `host:port`
 */
export function isAllowed({ host, port }: DataSourceAddress, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const [, name = "", number = "5432"] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    return name === host && Number(number) === port;
  });
}

/** Why a connection could not be made, in words that name no inner address and no driver. */
const reasons: Readonly<Record<string, string>> = {
  "28P01": "用户名或密码不正确",
  "28000": "这个用户不允许连接",
  "3D000": "没有这个数据库",
  ENOTFOUND: "找不到这个主机",
  ECONNREFUSED: "主机拒绝连接，请检查端口",
};

/**
 * Connects, asks for nothing and leaves.
 *
 * @returns the reason of a failure; undefined when it works
 */
export async function tryConnection(source: DataSource, address: DataSourceAddress): Promise<string | undefined> {
  const client = new pg.Client({
    host: address.host,
    port: address.port,
    database: address.database,
    user: source.dbUsername,
    password: source.dbPassword,
    connectionTimeoutMillis: connectMs,
    statement_timeout: connectMs,
    query_timeout: connectMs,
    application_name: "schema-console",
  });
  client.on("error", () => {}); // told by the call under way
  try {
    await client.connect();
    await client.query("select 1");
    return undefined;
  } catch (error) {
    return reasons[(error as { code?: string }).code ?? ""] ?? "连接超时或没有应答";
  } finally {
    await client.end().catch(() => undefined);
  }
}
