import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { ClassifiedRoute } from "../../server/auth/access.ts";
import { type Config, readConfig } from "../../server/config/config.ts";
import type { ServerContext } from "../../server/context.ts";
import type { Database } from "../../server/db/database.ts";
import { type DocumentStore, loadDocuments } from "../../server/documents/load-documents.ts";
import { openConsoleFiles } from "../../server/http/console-files.ts";
import { prepareDatabase } from "../../server/prepare-database.ts";
import { createServer } from "../../server/server.ts";
import { copyPrepared, copyPreparedOnServer, type OpenTest, openUsualDatabase, type Preparation } from "./database.ts";
import type { OwnDatabase } from "./database-server.ts";

/** The password of every account that a test makes. */
export const testPassword = "correct-horse-battery";

const shippedFolder = fileURLToPath(new URL("../../schemas", import.meta.url));
let shipped: DocumentStore | undefined;

/** Read once for all test files of this worker: nothing in a store changes. That they are sound is a step before. */
export function shippedDocuments(): DocumentStore {
  shipped ??= loadDocuments(shippedFolder, { knows: () => true });
  return shipped;
}

export interface TestServerOptions {
  /** Default: the documents that ship with the product. */
  readonly schemasDir?: string;
  /** Default `none`; `demo` is a tenth of the demo company, because its rows take time to make. */
  readonly seed?: "demo" | "none";
  readonly env?: Readonly<Record<string, string>>;
  /** As development: see `followDocuments`. Default false. */
  readonly followsDocuments?: boolean;
  /** False: a test looks at what waits itself. Default true. */
  readonly runsJobs?: boolean;
  /** Makes its database; default: on whichever engine is there and faster, see `openUsualDatabase`. */
  readonly open?: OpenTest;
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of the API; `status` is the HTTP status, the rest the envelope. */
export interface Answer<Result = unknown> extends Envelope<Result> {
  readonly status: number;
  readonly headers: LightMyRequestResponse["headers"];
  readonly text: string;
  readonly bytes: Buffer;
}

/** A person at the API; paths are written without the context path. */
export interface TestClient {
  readonly token: string | undefined;
  get<Result = unknown>(url: string, options?: CallOptions): Promise<Answer<Result>>;
  post<Result = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<Result>>;
  put<Result = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<Result>>;
  patch<Result = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<Result>>;
  delete<Result = unknown>(url: string, options?: CallOptions): Promise<Answer<Result>>;
}

export interface TestServer {
  readonly context: ServerContext;
  /** Its documents; a test may put others in their place. */
  readonly source: { current: DocumentStore };
  readonly config: Config;
  readonly db: Database;
  readonly routes: readonly ClassifiedRoute[];
  /** The first administrator's password when `ADMIN_PASSWORD` is empty. */
  readonly madeUpPassword: string | undefined;
  /** Signs in once per name and password, then answers the same client. */
  as(username: string, password?: string): Promise<TestClient>;
  readonly anonymous: TestClient;
  /** A client with a token that the test made up or kept. */
  withToken(token: string): TestClient;
  /** Its log, which says nothing in tests; spied upon where the log is the fact. */
  readonly log: FastifyBaseLogger;
  readonly http: HttpServer;
  /** Opens a port of its own, for what only a real socket shows; answers its number. */
  listen(port?: number): Promise<number>;
  /** @returns false when calls at work were cut off */
  close(): Promise<boolean>;
}

const usualConfig = (folder: string, { seed, env }: TestServerOptions = {}) =>
  readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    ADMIN_PASSWORD: testPassword,
    DEMO_PASSWORD: testPassword,
    CAPTCHA: "off",
    SEED: seed ?? "none",
    SEED_SCALE: "0.1",
    ...env,
  });

/** A first start; its name tells databases that settings leave different. */
function firstStart(config: Config, documents: DocumentStore): Preparation {
  const { seed, seedNumber, seedScale, adminPassword, demoPassword, timeZone } = config;
  const told = JSON.stringify([seed, seedNumber, seedScale, adminPassword, demoPassword, timeZone]);
  return {
    name: createHash("sha256").update(told).digest("hex"),
    prepare: (database) => prepareDatabase(database, documents, config),
  };
}

/** What every installation has after its first start, without demo rows. */
export const usualFirstStart = () => firstStart(usualConfig(tmpdir()), shippedDocuments());

/** The same with a tenth of the demo company, which other test files copy too. */
export const demoFirstStart = () => firstStart(usualConfig(tmpdir(), { seed: "demo" }), shippedDocuments());

/** A data folder whose first start is over, without demo rows: a server starts on it in a second. The caller removes it. */
export const copyStartedFolder = (): Promise<string> => copyPrepared(usualFirstStart());

/** The same on a PostgreSQL; the caller drops it. */
export const copyStartedDatabase = (server: string): Promise<OwnDatabase> =>
  copyPreparedOnServer(server, usualFirstStart());

/** A whole server in this process over a database of its own; calls go in without a port. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "schema-console-test-"));
  const config = usualConfig(folder, options);
  const documents = options.schemasDir === undefined ? shippedDocuments() : loadDocuments(options.schemasDir);
  const { timeZone, adminPassword = testPassword } = config;
  // Documents beside the shipped ones are an upgrade of what those made.
  const folders = options.schemasDir?.split(delimiter).map((each) => resolve(each)) ?? [];
  const isUpgrade = folders.length > 1 && folders.includes(shippedFolder);
  const kept =
    options.schemasDir === undefined || isUpgrade
      ? firstStart({ ...config, adminPassword }, shippedDocuments())
      : undefined;
  const db = await (options.open ?? openUsualDatabase)({ timeZone }, kept);
  // A password that is made up is told once, by the start that finds no administrator.
  if (kept && config.adminPassword === undefined) {
    await sql`delete from sys_user_secret where user_id in (select id from sys_user where username = 'admin')`.execute(
      db.kysely,
    );
  }
  const isPrepared = kept !== undefined && !isUpgrade && config.adminPassword !== undefined;
  const madeUpPassword = isPrepared ? undefined : (await prepareDatabase(db, documents, config)).madeUpPassword;
  const source = { current: documents };
  const server = await createServer({
    config,
    db,
    documents: source,
    followsDocuments: options.followsDocuments ?? false,
    runsJobs: options.runsJobs ?? true,
    console: openConsoleFiles(folder, new Promise(() => {}), config.contextPath),
  });

  const call = async (
    token: string | undefined,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    { query, headers }: CallOptions = {},
    body?: unknown,
  ): Promise<Answer> => {
    const response = await server.fastify.inject({
      method,
      url: `${config.contextPath}${url}`,
      headers: { ...(token === undefined ? {} : { "x-access-token": token }), ...headers },
      ...(query ? { query: { ...query } } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const envelope = isJson ? response.json<Envelope>() : ({} as Envelope);
    const { statusCode: status, body: text, rawPayload: bytes } = response;
    return { ...envelope, status, headers: response.headers, text, bytes };
  };
  const client = (token: string | undefined): TestClient => ({
    token,
    get: (url, callOptions) => call(token, "GET", url, callOptions) as Promise<never>,
    post: (url, body, callOptions) => call(token, "POST", url, callOptions, body) as Promise<never>,
    put: (url, body, callOptions) => call(token, "PUT", url, callOptions, body) as Promise<never>,
    patch: (url, body, callOptions) => call(token, "PATCH", url, callOptions, body) as Promise<never>,
    delete: (url, callOptions) => call(token, "DELETE", url, callOptions) as Promise<never>,
  });

  const signedIn = new Map<string, Promise<TestClient>>();
  const signIn = async (username: string, password: string): Promise<TestClient> => {
    const answer = await call(undefined, "POST", "/sys/login", {}, { username, password });
    if (!answer.success) throw new Error(`${username} could not sign in: ${answer.message}`);
    return client((answer.result as { readonly token: string }).token);
  };

  return {
    context: server.context,
    source,
    config,
    db,
    get routes() {
      return server.routes;
    },
    madeUpPassword,
    as: (username, password = testPassword) => {
      const key = `${username}\n${password}`;
      const known = signedIn.get(key) ?? signIn(username, password);
      signedIn.set(key, known);
      return known;
    },
    anonymous: client(undefined),
    withToken: client,
    log: server.fastify.log,
    http: server.fastify.server,
    listen: async (port = 0) => {
      await server.fastify.listen({ port, host: "127.0.0.1" });
      return (server.fastify.server.address() as AddressInfo).port;
    },
    close: async () => {
      const isDrained = await server.close();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
      return isDrained;
    },
  };
}
