import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import multipart from "@fastify/multipart";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { formOfPath } from "../runtime/online-forms/names.ts";
import { createApp } from "./app.ts";
import { admitLargeExport, type ClassifiedRoute, callerOf } from "./auth/access.ts";
import { ApiKeys } from "./auth/api-keys.ts";
import { Authentication } from "./auth/authentication.ts";
import { Captchas } from "./auth/captcha.ts";
import { chooseProtocol } from "./auth/hand-shake.ts";
import { refuseKeysInAddresses } from "./auth/keys-in-addresses.ts";
import { OperationLog } from "./auth/logs/operation-log.ts";
import { SignInProviders } from "./auth/outside/providers.ts";
import { SecondFactors } from "./auth/second-factor.ts";
import { openSecretBox } from "./auth/secret-box.ts";
import { Sessions } from "./auth/sessions.ts";
import { SignInFailures } from "./auth/sign-in-failures.ts";
import { writeOperationLog } from "./auth/sign-in-log.ts";
import { SmsCodes } from "./auth/sms-codes.ts";
import { Caches, cacheOf } from "./config/caches/caches.ts";
import type { Config } from "./config/config.ts";
import { fillPage } from "./config/settings/page-meta.ts";
import { Settings } from "./config/settings/site-settings.ts";
import { loadRouteModules, type ServerContext } from "./context.ts";
import { withCommitNotices } from "./db/commit-notices.ts";
import type { Database } from "./db/database.ts";
import { claimProcessNumber, createIdMaker } from "./db/ids.ts";
import type { DocumentSource } from "./documents/document-source.ts";
import { PublishedDocuments } from "./documents/published/published-documents.ts";
import { settleCaughtUp } from "./documents/published/settle-caught-up.ts";
import { ExportCentre } from "./exports/export-centre.ts";
import { FileSweep } from "./files/file-sweep.ts";
import { uploadLimits } from "./files/file-types.ts";
import { HalfUploads } from "./files/half-uploads.ts";
import { openFileStore } from "./files/open-file-store.ts";
import { sharedCallCounts } from "./http/call-counts.ts";
import type { ConsoleFiles } from "./http/console-files.ts";
import { Drain, endConnectionsWhile } from "./http/drain.ts";
import { ok } from "./http/envelope.ts";
import { GatewayRoutes } from "./http/gateway/gateway-routes.ts";
import { Outgoing } from "./http/net/outgoing.ts";
import { ProxyWatch } from "./http/proxy-watch.ts";
import { loadJobHandlers } from "./jobs/job-handler.ts";
import { JobScheduler } from "./jobs/scheduler.ts";
import { LiveHub } from "./live/live-hub.ts";
import { createTransports } from "./messages/create-transports.ts";
import { MessageDispatcher } from "./messages/message-dispatcher.ts";
import { messageTypes } from "./messages/message-queue.ts";
import { SecretMessages } from "./messages/secret-messages.ts";
import { createBusinessClock } from "./models/business-clock.ts";
import { createEngine } from "./models/create-engine.ts";
import { Dictionaries } from "./models/dict/dictionaries.ts";
import { ExportPlaces } from "./models/export-places.ts";
import { loadHooks } from "./models/hooks.ts";
import { keepImportReport } from "./models/keep-report.ts";
import { installAnswerLanguage } from "./models/language/answer-language.ts";
import { fileLanguages, readerTexts } from "./models/language/reader-texts.ts";
import { ModelRoutes } from "./models/model-routes.ts";
import type { SheetParts } from "./models/sheet-routes.ts";
import { BrokenRules } from "./modules/grants/broken-rules.ts";
import { serveMetrics } from "./monitor/metrics-route.ts";
import { Monitor } from "./monitor/monitor.ts";
import { SourcePools } from "./online/data-sources/source-pools.ts";
import { OnlineForms } from "./online/forms/online-forms.ts";
import { FormScripts, withFormHooks } from "./online/forms/scripts/form-scripts.ts";
import { mysqlDialect } from "./online/reports/other/mysql-dialect.ts";
import { otherSource } from "./online/reports/other/other-source.ts";
import { postgresDialect } from "./online/reports/other/postgres-dialect.ts";
import { Reports } from "./online/reports/reports.ts";
import { sendSubscription } from "./online/reports/send-subscription.ts";
import { createReportSql } from "./online/reports/sql/create-report-sql.ts";
import { WebhookDispatcher } from "./webhooks/webhook-dispatcher.ts";

const maxLiveMessageBytes = 64 * 1024;
/** Calls at work when the server is asked to stop get so many milliseconds; tests shorten it. */
export const stopLimits = { callsMs: 8_000 };
const sweepMs = 50;

export interface Server {
  readonly fastify: FastifyInstance;
  readonly context: ServerContext;
  /** Those of now: models come and go. */
  readonly routes: readonly ClassifiedRoute[];
  /**
   * Goes on answering for `DRAIN_SECONDS`, then stops taking calls, lets those at work finish, and stops listening to the database; leaves the database open.
   *
   * @returns false when calls were cut off because they took longer than eight seconds
   */
  close(): Promise<boolean>;
}

export interface ServerParts {
  readonly config: Config;
  readonly db: Database;
  readonly documents: DocumentSource;
  readonly console: ConsoleFiles;
  /** Default true; a test that plays with time looks at the jobs itself. */
  readonly runsJobs?: boolean;
  /** The documents are replaced while the server runs: their findings are told. */
  readonly followsDocuments?: boolean;
}

/** Puts one server process together over a prepared database; it does not listen yet. */
export async function createServer(parts: ServerParts): Promise<Server> {
  const { config } = parts;
  const db = withCommitNotices(parts.db);
  let log: FastifyInstance["log"] | undefined;
  let forgetRows = () => {};
  const published: PublishedDocuments = new PublishedDocuments({
    db,
    documents: parts.documents,
    note: (event, details) => log?.warn({ event, ...details }, "published documents"),
    changed: () => onlineForms.refresh(),
  });
  await published.start();
  const clock = createBusinessClock(config.timeZone);
  const onlineForms = new OnlineForms({
    db,
    clock,
    documents: published.documents,
    note: (event, details) => log?.warn({ event, ...details }, "online forms"),
    changed: () => forgetRows(),
  });
  await onlineForms.start();
  const { documents } = onlineForms;
  const formScripts = new FormScripts(config.formScripts);
  const newId = createIdMaker(await claimProcessNumber(db.kysely));
  await settleCaughtUp({ db, published, newId, clock });
  const engine = await createEngine({
    database: db,
    get models() {
      return documents.current.resolvedModels;
    },
    hooks: withFormHooks(loadHooks(), formScripts),
    newId,
    clock,
    timeZone: config.timeZone,
    note: (event, details) => log?.info({ event, ...details }, "engine"),
    queryBudget: config.queryBudget,
    stored: onlineForms,
  });
  forgetRows = () => {
    for (const cache of engine.caches) cache.clear();
  };
  const sessions = new Sessions(db);
  const node = `${hostname()}:${process.pid}`;
  const brokenRules = new BrokenRules({
    models: () => engine.models,
    note: (event, details) => log?.error({ event, ...details }, "data rules"),
  });
  const files = openFileStore(config);
  const halfUploads = new HalfUploads({ db, files, newId, clock });
  const jobs = new JobScheduler({
    db,
    engine,
    handlers: loadJobHandlers(),
    dataDir: config.dataDir,
    files,
    sendSubscription: (id) =>
      sendSubscription({ db, reports, transports, newId, clock, publicUrl: config.publicUrl }, id),
    timeZone: config.timeZone,
    newId,
    clock,
    node,
    note: (event, details) => log?.warn({ event, ...details }, "jobs"),
  });
  const transports = createTransports({ config, db, newId, clock });
  const noteMessage = (event: string, details: object) => log?.warn({ event, ...details }, "messages");
  const dispatcher = new MessageDispatcher({ db, clock, transports, note: noteMessage });
  const toReceivers = new Outgoing({ hosts: config.webhookHosts, setting: "WEBHOOK_HOSTS" });
  const webhooks = new WebhookDispatcher({
    db,
    engine,
    out: toReceivers,
    box: () => openSecretBox(config.secretKey, config.dataDir),
    clock,
    note: (event, details) => log?.warn({ event, ...details }, "webhooks"),
  });
  const secretMessages = new SecretMessages({ db, transports, newId, clock, note: noteMessage });
  const apiKeys = new ApiKeys(db, () => engine.models);
  const authentication = new Authentication(db, sessions, apiKeys, (caller) => brokenRules.report(caller));
  const dictionaries = new Dictionaries(db);
  const settings = new Settings(db);
  const signInProviders = new SignInProviders({
    db,
    box: () => openSecretBox(config.secretKey, config.dataDir),
    configured: config.outsideSignIn.providers,
    clock,
  });
  const gateway = new GatewayRoutes(db, config.gatewayHosts);
  const noteReport = (event: string, details: object) => log?.warn({ event, ...details }, "reports");
  const sources = new SourcePools({
    db,
    box: () => openSecretBox(config.secretKey, config.dataDir),
    allowedHosts: config.dataSourceHosts,
    note: noteReport,
  });
  const dialects = { postgres: postgresDialect({ kysely: db.kysely, clock }), mysql: mysqlDialect(clock) };
  const reports = new Reports({
    db,
    documents,
    dictionaries,
    sql: await createReportSql({
      database: db,
      get models() {
        return documents.current.resolvedModels;
      },
      clock,
      note: noteReport,
    }),
    otherSource: async (code) => {
      const source = await sources.open(code);
      return otherSource(source, dialects[source.protocol]);
    },
    clock,
    note: noteReport,
  });
  const caches = new Caches({
    db,
    node,
    caches: [
      cacheOf("sessions", "会话", authentication),
      cacheOf("dictionaries", "字典", dictionaries),
      cacheOf("settings", "系统设置", settings),
      cacheOf("gateway", "网关路由", gateway),
      cacheOf("sources", "数据源连接", sources),
      ...engine.caches,
      cacheOf("signInProviders", "登录方式", signInProviders),
      cacheOf("api-keys", "接口密钥", apiKeys),
    ],
  });
  const context: ServerContext = {
    config,
    db,
    documents,
    followsDocuments: parts.followsDocuments ?? false,
    engine,
    files,
    halfUploads,
    newId,
    clock,
    sessions,
    authentication,
    captchas: new Captchas(db),
    signInFailures: new SignInFailures(db),
    secondFactors: new SecondFactors(db, openSecretBox(config.secretKey, config.dataDir)),
    smsCodes: new SmsCodes(db, openSecretBox(config.secretKey, config.dataDir).derive("codes by short message")),
    signInProviders,
    secretMessages,
    transports,
    dictionaries,
    caches,
    gateway,
    jobs,
    monitor: new Monitor(db),
    proxyWatch: new ProxyWatch(config.trustedProxies),
    settings,
    reports,
    sources,
    onlineForms,
    formScripts,
    published,
    live: new LiveHub(db, sessions),
    exportPlaces: new ExportPlaces(),
    drain: new Drain(),
  };
  const exportCentre = new ExportCentre({
    db,
    engine,
    reports,
    files,
    documents,
    newId,
    clock,
    node,
    note: (event, details) => log?.warn({ event, ...details }, "exports"),
  });
  const fileSweep = new FileSweep({
    db,
    files,
    halfUploads,
    note: (event, details) => log?.warn({ event, ...details }, "files"),
  });
  await context.authentication.start();
  await context.dictionaries.start();
  await context.gateway.start();
  await context.caches.start();
  await context.settings.start();
  await signInProviders.start();
  await context.live.start();
  await sources.start();
  const operationLog = new OperationLog({
    db,
    newId,
    clock,
    models: () => engine.models,
    contextPath: config.contextPath,
    note: (event, details) => log?.warn({ event, ...details }, "log"),
  });
  const sheets: SheetParts = {
    engine,
    db,
    callerOf,
    textsOf: (request) => readerTexts(request, documents.current.texts),
    languages: () => fileLanguages(documents.current.texts),
    log: (request, caller, text) =>
      writeOperationLog(db.kysely, request, caller, text, request.method === "GET" ? 6 : 5),
    places: context.exportPlaces,
    clock: context.clock,
    admitLarge: admitLargeExport,
    keepReport: (report, caller) => keepImportReport(context, report, caller),
  };
  const modelRoutes = new ModelRoutes({
    engine,
    callerOf,
    ok,
    sheets,
    forms: {
      mayCome: (path) => formOfPath(path) !== undefined,
      catchUp: async (path) => {
        await onlineForms.find(formOfPath(path) ?? "");
      },
    },
  });
  const app = await createApp({
    config,
    console: parts.console,
    callCounts: sharedCallCounts(db),
    fillPage: async (html) =>
      fillPage(html, await context.settings.current(), {
        sms: transports[messageTypes.sms]?.state ?? "off",
        ways: (await signInProviders.all()).map(({ code, name, icon }) => ({ code, name, icon })),
        timeZone: config.timeZone,
      }),
    observe: (fastify) => {
      endConnectionsWhile(context.drain, fastify);
      context.proxyWatch.install(fastify);
      context.monitor.install(fastify);
      operationLog.install(fastify);
      refuseKeysInAddresses(fastify, db);
      installAnswerLanguage(fastify, () => context.documents.current.texts);
    },
    authenticate: (request) => context.authentication.authenticate(request),
    lateRoutes: modelRoutes,
    registerRoot: (fastify) => serveMetrics(fastify, context.monitor.registry, config.metricsToken),
    registerApi: async (api) => {
      await api.register(multipart, {
        limits: { fileSize: uploadLimits.fileBytes, files: 1, fields: 20, fieldSize: 10_000, headerPairs: 50 },
        throwFileSizeLimit: false,
      });
      await api.register(websocket, {
        options: { maxPayload: maxLiveMessageBytes, handleProtocols: chooseProtocol, perMessageDeflate: false },
        preClose(done) {
          context.live.closeAll();
          this.websocketServer.close();
          done();
        },
      });
      for (const register of loadRouteModules()) await register(api, context);
    },
  });
  log = app.fastify.log;
  await app.fastify.ready();
  context.monitor.start();
  if (parts.runsJobs ?? true) {
    await jobs.start();
    await exportCentre.start();
    await dispatcher.start();
    await secretMessages.start();
    await webhooks.start();
    fileSweep.start();
  }
  return {
    fastify: app.fastify,
    context,
    get routes() {
      return app.routes();
    },
    close: async () => {
      context.drain.begin();
      await pause(config.drainSeconds * 1_000);
      // At the same time: a job that takes its seconds must not keep taking calls, nor calls the jobs.
      const [isDrained] = await Promise.all([
        closeHttp(app.fastify),
        jobs.stop(),
        exportCentre.stop(),
        dispatcher.stop(),
        webhooks.stop(),
      ]);
      await toReceivers.close();
      await secretMessages.stop();
      fileSweep.stop();
      context.monitor.stop();
      await operationLog.flush();
      await context.authentication.stop();
      await context.dictionaries.stop();
      await context.gateway.stop();
      await context.caches.stop();
      await context.settings.stop();
      await signInProviders.stop();
      await context.live.stop();
      await published.stop();
      await onlineForms.stop();
      formScripts.close();
      await sources.stop();
      await engine.stop();
      return isDrained;
    },
  };
}

/** Idle connections are closed at once, those at work when their call is answered, or cut when their time is up. */
async function closeHttp(fastify: FastifyInstance): Promise<boolean> {
  let isDrained = true;
  const cut = setTimeout(() => {
    isDrained = false;
    fastify.server.closeAllConnections();
  }, stopLimits.callsMs);
  // A connection whose call is answered meanwhile would stay until its keep-alive time is up.
  const sweep = setInterval(() => fastify.server.closeIdleConnections(), sweepMs);
  await fastify.close();
  clearInterval(sweep);
  clearTimeout(cut);
  return isDrained;
}
