import type { FastifyInstance } from "fastify";
import type { Authentication } from "./auth/authentication.ts";
import type { Captchas } from "./auth/captcha.ts";
import type { SignInProviders } from "./auth/outside/providers.ts";
import type { SecondFactors } from "./auth/second-factor.ts";
import type { Sessions } from "./auth/sessions.ts";
import type { SignInFailures } from "./auth/sign-in-failures.ts";
import type { SmsCodes } from "./auth/sms-codes.ts";
import type { Caches } from "./config/caches/caches.ts";
import type { Config } from "./config/config.ts";
import type { Settings } from "./config/settings/site-settings.ts";
import type { Database } from "./db/database.ts";
import type { NewId } from "./db/ids.ts";
import type { DocumentSource } from "./documents/document-source.ts";
import type { PublishedDocuments } from "./documents/published/published-documents.ts";
import type { FileStore } from "./files/file-store.ts";
import type { HalfUploads } from "./files/half-uploads.ts";
import type { Drain } from "./http/drain.ts";
import type { GatewayRoutes } from "./http/gateway/gateway-routes.ts";
import type { ProxyWatch } from "./http/proxy-watch.ts";
import type { JobScheduler } from "./jobs/scheduler.ts";
import type { LiveHub } from "./live/live-hub.ts";
import type { SecretMessages } from "./messages/secret-messages.ts";
import type { Transports } from "./messages/transport.ts";
import type { Dictionaries } from "./models/dict/dictionaries.ts";
import type { Engine } from "./models/engine.ts";
import type { ExportPlaces } from "./models/export-places.ts";
import type { Monitor } from "./monitor/monitor.ts";
import type { SourcePools } from "./online/data-sources/source-pools.ts";
import type { OnlineForms } from "./online/forms/online-forms.ts";
import type { FormScripts } from "./online/forms/scripts/form-scripts.ts";
import type { Reports } from "./online/reports/reports.ts";

/** What the parts of one server process share; made once in `createServer`. */
export interface ServerContext {
  readonly config: Config;
  readonly db: Database;
  readonly sessions: Sessions;
  readonly authentication: Authentication;
  readonly captchas: Captchas;
  readonly signInFailures: SignInFailures;
  readonly secondFactors: SecondFactors;
  readonly smsCodes: SmsCodes;
  /** Where people may sign in besides here. */
  readonly signInProviders: SignInProviders;
  /** The one way to send a code or a one-time link. */
  readonly secretMessages: SecretMessages;
  readonly transports: Transports;
  readonly dictionaries: Dictionaries;
  /** What this process keeps in memory. */
  readonly caches: Caches;
  readonly gateway: GatewayRoutes;
  readonly jobs: JobScheduler;
  readonly monitor: Monitor;
  readonly proxyWatch: ProxyWatch;
  /** What the operator set for everybody. */
  readonly settings: Settings;
  readonly reports: Reports;
  /** Databases of other systems. */
  readonly sources: SourcePools;
  /** The forms that administrators define. */
  readonly onlineForms: OnlineForms;
  /** Scripts of these forms, where the operator allows them. */
  readonly formScripts: FormScripts;
  /** What people published over the shipped documents. */
  readonly published: PublishedDocuments;
  /** Open notice channels of this process. */
  readonly live: LiveHub;
  /** Whether this process is about to stop. */
  readonly drain: Drain;
  readonly documents: DocumentSource;
  /** Development: the documents follow their files. */
  readonly followsDocuments: boolean;
  readonly engine: Engine;
  /** Who makes an export at the moment. */
  readonly exportPlaces: ExportPlaces;
  /** Bytes of uploaded files. */
  readonly files: FileStore;
  /** Uploads that come in parts. */
  readonly halfUploads: HalfUploads;
  readonly newId: NewId;
  /** Now in the business time zone, `yyyy-MM-dd HH:mm:ss`. */
  readonly clock: () => string;
}

/** A file in `server/modules` exports one of these as `routes`; paths are written without the context path. */
export type RouteModule = (api: FastifyInstance, context: ServerContext) => void | Promise<void>;

/** All route modules of `server/modules`, in the order of their file names. */
export function loadRouteModules(): readonly RouteModule[] {
  const modules = import.meta.glob<{ readonly routes?: RouteModule }>(["./modules/*.ts", "!./modules/*.test.ts"], {
    eager: true,
  });
  return Object.values(modules).flatMap((module) => (module.routes ? [module.routes] : []));
}
