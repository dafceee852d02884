/** What becomes of a person who signed in elsewhere and has no account here yet. */
export type UnknownPerson = "create" | "link" | "refuse";

/** The first provider of each protocol; more are rows that an administrator adds. */
export interface ConfiguredProvider {
  readonly protocol: "oidc" | "cas";
  readonly name: string;
  /** Issuer, or base address of the CAS server. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly unknown: UnknownPerson;
}

export interface OutsideSignIn {
  /** `host`, `host:port` or `*.domain` that rows may name; those of `providers` are allowed besides. */
  readonly hosts: readonly string[];
  readonly providers: readonly ConfiguredProvider[];
}

type Values = Readonly<Partial<Record<`OIDC_${string}` | `CAS_${string}` | "SIGN_IN_HOSTS", string>>>;

/** @returns providers whose address is set; OpenID Connect needs a client id as well */
export function readOutsideSignIn(values: Values): OutsideSignIn {
  const providers: ConfiguredProvider[] = [];
  if (values.OIDC_ISSUER !== undefined && values.OIDC_CLIENT_ID !== undefined) {
    providers.push({
      protocol: "oidc",
      name: values.OIDC_NAME ?? "统一身份认证",
      address: values.OIDC_ISSUER,
      clientId: values.OIDC_CLIENT_ID,
      clientSecret: values.OIDC_CLIENT_SECRET,
      scopes: values.OIDC_SCOPES ?? "openid profile email",
      unknown: readUnknown(values.OIDC_UNKNOWN),
    });
  }
  if (values.CAS_URL !== undefined) {
    providers.push({
      protocol: "cas",
      name: values.CAS_NAME ?? "单点登录",
      address: values.CAS_URL,
      clientId: "",
      clientSecret: undefined,
      scopes: "",
      unknown: readUnknown(values.CAS_UNKNOWN),
    });
  }
  const own = providers.map(({ address }) => new URL(address).host);
  return { hosts: [...(values.SIGN_IN_HOSTS?.split(",") ?? []), ...own], providers };
}

const readUnknown = (text: string | undefined): UnknownPerson =>
  text === "create" || text === "refuse" ? text : "link";
