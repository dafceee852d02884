import type { ConfiguredProvider } from "../../config/outside-sign-in.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import type { SecretBox } from "../secret-box.ts";
import { splitList } from "../user-store.ts";
import type { MappedValue, Provider } from "./provider.ts";

/** Woken when a provider was changed or removed, on every server process. */
export const providersChannel = "sign_in_providers";

/** Ids and codes of the rows that follow the environment; nobody edits them. */
export const configuredId = (protocol: ConfiguredProvider["protocol"]) => `env-${protocol}`;
export const configuredCodes: readonly string[] = ["oidc", "cas"];

interface Parts {
  readonly db: Database;
  readonly box: () => SecretBox;
  readonly configured: readonly ConfiguredProvider[];
  readonly clock: () => string;
}

/** The providers that are switched on, in the order of the sign-in page; read once and again when one changed anywhere. */
export class SignInProviders {
  readonly #parts: Parts;
  #known: Promise<readonly Provider[]> | undefined;
  readonly #onChange = new Set<() => void>();
  #size = 0;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(providersChannel, () => this.clear());
    await this.#followEnvironment();
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  get size(): number {
    return this.#known ? this.#size : 0;
  }

  /** Forgets the providers on this process. */
  clear(): void {
    this.#known = undefined;
    for (const forget of this.#onChange) forget();
  }

  /** Calls back when providers are to be read again, so that what is kept of them goes as well. */
  onChange(forget: () => void): void {
    this.#onChange.add(forget);
  }

  all(): Promise<readonly Provider[]> {
    if (this.#known) return this.#known;
    const reading = this.#read();
    this.#known = reading;
    reading.catch(() => this.clear());
    return reading;
  }

  /** @throws AppError THIRD_NOT_CONFIGURED */
  async find(code: string): Promise<Provider> {
    const provider = (await this.all()).find((one) => one.code === code);
    if (!provider) throw new AppError("THIRD_NOT_CONFIGURED");
    return provider;
  }

  /** One that may be switched off, for the administrator who tries it. */
  async load(id: string): Promise<Provider | undefined> {
    const row = await this.#parts.db.kysely
      .selectFrom("sys_sign_in_provider")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    return row && readProvider(row, this.#parts.box);
  }

  async #read(): Promise<readonly Provider[]> {
    const rows = await this.#parts.db.kysely
      .selectFrom("sys_sign_in_provider")
      .selectAll()
      .where("status", "=", 1)
      .orderBy("sort_no")
      .orderBy("id")
      .execute();
    const providers = rows.map((row) => readProvider(row, this.#parts.box));
    this.#size = providers.length;
    return providers;
  }

  /** The environment's providers are rows like the others; what it no longer names is switched off. */
  async #followEnvironment(): Promise<void> {
    const { db, configured, box, clock } = this.#parts;
    for (const protocol of ["oidc", "cas"] as const) {
      const id = configuredId(protocol);
      const wanted = configured.find((one) => one.protocol === protocol);
      if (!wanted) {
        await db.kysely.updateTable("sys_sign_in_provider").set({ status: 0 }).where("id", "=", id).execute();
        continue;
      }
      const { name, address, clientId, clientSecret, scopes, unknown } = wanted;
      const values = {
        code: protocol,
        name,
        protocol,
        address,
        client_id: clientId,
        client_secret: clientSecret === undefined ? null : box().seal(clientSecret),
        scopes,
        unknown_person: unknown,
        status: 1,
      };
      const system = { version: 1, tenant_id: 0, create_by: "system", create_time: clock() };
      await db.kysely
        .insertInto("sys_sign_in_provider")
        .values({ id, icon: "key", sort_no: 0, ...usualClaims(protocol), ...values, ...system })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    }
  }
}

/** Standard claims of OpenID Connect; the attributes that CAS servers usually release. */
const usualClaims = (protocol: Provider["protocol"]) =>
  protocol === "oidc"
    ? {
        username_claim: "preferred_username",
        realname_claim: "name",
        email_claim: "email",
        phone_claim: "phone_number",
      }
    : { username_claim: "user", realname_claim: "displayName", email_claim: "mail", phone_claim: "mobile" };

type StoredRow = Readonly<Record<string, unknown>>;

function readProvider(row: StoredRow, box: () => SecretBox): Provider {
  const text = (name: string) => String(row[name] ?? "").trim();
  const secret = text("client_secret");
  const unknown = text("unknown_person");
  return {
    id: text("id"),
    code: text("code"),
    name: text("name"),
    icon: text("icon"),
    protocol: text("protocol") === "cas" ? "cas" : "oidc",
    address: text("address").replace(/\/+$/, ""),
    clientId: text("client_id"),
    clientSecret: secret === "" ? "" : (box().open(secret) ?? ""),
    scopes: text("scopes") || "openid profile email",
    unknown: unknown === "create" || unknown === "refuse" ? unknown : "link",
    linksByEmail: Number(row.links_by_email) === 1,
    claims: {
      username: text("username_claim"),
      realname: text("realname_claim"),
      email: text("email_claim"),
      phone: text("phone_claim"),
      departs: text("depart_claim"),
      roles: text("role_claim"),
    },
    departMap: readMap(row.depart_map),
    roleMap: readMap(row.role_map),
    defaultRoles: splitList(row.default_roles),
    syncsRights: Number(row.syncs_rights) === 1,
    takesBareTickets: Number(row.bare_tickets) === 1,
  };
}

/** Entries that are complete; a JSON column comes as a value or as its text. */
export function readMap(value: unknown): MappedValue[] {
  const entries: unknown = typeof value === "string" && value !== "" ? JSON.parse(value) : value;
  if (!Array.isArray(entries)) return [];
  return entries
    .map((entry: unknown) => (typeof entry === "object" && entry !== null ? (entry as StoredRow) : {}))
    .map((entry) => ({ value: String(entry.value ?? "").trim(), code: String(entry.code ?? "").trim() }))
    .filter(({ value, code }) => value !== "" && code !== "");
}
