/** One entry of an operator's host list: `host`, `host:port`, `*.domain`, `service=host:port`. */
export interface ListedHost {
  /** Name that `lb://` addresses use; several entries may share it. */
  readonly service: string | undefined;
  /** Lower case, IPv6 without brackets; for `*.domain` the domain. */
  readonly host: string;
  readonly isWildcard: boolean;
  /** Undefined: the usual port of the protocol. */
  readonly port: number | undefined;
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export function parseHostEntry(text: string): ListedHost {
  const [, service, star, name = "", port] =
    /^(?:([^=]+)=)?(\*\.)?(\[[^\]]*\]|.*?)(?::(\d+))?$/.exec(text.trim().toLowerCase()) ?? [];
  return {
    service,
    host: name.replace(/^\[|\]$/g, ""),
    isWildcard: star !== undefined,
    port: port === undefined ? undefined : Number(port),
  };
}

/**
 * Whether the operator lets the server reach an address, and by which kind of entry. Nothing is allowed unless the
 * operator said so: a person who may type addresses must not learn which machines and ports the server can see.
 *
 * @param usualPort the port of an entry that names none
 */
export function listedAs(
  { host, port }: HostAndPort,
  usualPort: number,
  entries: readonly string[],
): "exact" | "wildcard" | undefined {
  const fitting = entries
    .map(parseHostEntry)
    .filter((entry) => (entry.port ?? usualPort) === port)
    .filter((entry) => (entry.isWildcard ? host.endsWith(`.${entry.host}`) : host === entry.host));
  if (fitting.some((entry) => !entry.isWildcard)) return "exact";
  return fitting.length > 0 ? "wildcard" : undefined;
}
