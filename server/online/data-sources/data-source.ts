import { listedAs } from "../../http/net/host-list.ts";

/** Where rows of another system come from, as the table keeps it, its password in the clear. */
export interface DataSource {
  /** Value of dictionary `database_type`: `0` the console's own database, `4` MySQL, `5` MariaDB, `6` PostgreSQL. */
  readonly dbType: string;
  /** `jdbc:postgresql://host:5432/name` or `mysql://host:3306/name`. */
  readonly dbUrl: string;
  readonly dbUsername: string;
  readonly dbPassword: string;
}

export interface DataSourceAddress {
  readonly protocol: "postgres" | "mysql";
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

const schemes: Readonly<
  Record<string, { readonly protocol: DataSourceAddress["protocol"]; readonly types: string[] }>
> = {
  postgres: { protocol: "postgres", types: ["6"] },
  postgresql: { protocol: "postgres", types: ["6"] },
  mysql: { protocol: "mysql", types: ["4", "5"] },
  mariadb: { protocol: "mysql", types: ["4", "5"] },
};
const usualPort = { postgres: 5432, mysql: 3306 } as const;

/**
 * @param dbType which kind of database the address has to be of
 * @returns undefined for what is no such address; parameters and passwords in it are not taken
 */
export function readAddress(url: string, dbType: string): DataSourceAddress | undefined {
  const match = /^(?:jdbc:)?([a-z]+):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?\/([^/?#\s]+)/.exec(
    url.trim(),
  );
  const [, name = "", host = "", port, database = ""] = match ?? [];
  const scheme = schemes[name];
  if (!scheme?.types.includes(dbType)) return undefined;
  const { protocol } = scheme;
  const number = Number(port ?? usualPort[protocol]);
  if (number < 1 || number > 65_535) return undefined;
  return { protocol, host: host.replace(/^\[|\]$/g, "").toLowerCase(), port: number, database };
}

/** @param allowed entries `host:port`, or `host` for the usual port of its kind of database */
export function isAllowed({ protocol, host, port }: DataSourceAddress, allowed: readonly string[]): boolean {
  return listedAs({ host, port }, usualPort[protocol], allowed) === "exact";
}
