import { arch, availableParallelism, hostname, platform, release, totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { sql } from "kysely";
import { businessTime } from "../../runtime/format/business-time.ts";
import { countSessions } from "../auth/session-events.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { callsMetricName, readCallsMetric } from "../monitor/calls-metric.ts";
import { type Disk, readDisks, usedShare } from "../monitor/disks.ts";
import { Health } from "../monitor/health.ts";
import { readMetric } from "../monitor/metrics.ts";
import { readGarbage } from "../monitor/process-registry.ts";
import type { Sample } from "../monitor/sampler.ts";
import { registerSharedFigures } from "../monitor/shared-figures.ts";
import { springTrace, tracePage } from "../monitor/trace-page.ts";

const mega = 1024 * 1024;
const guarded = { config: { permission: "system:monitor:list", platform: true } };

/**
 * State of the server (contract 05 §5.4): the recorded calls under their recorded names, and rows for the dashboards.
 * "redis" is the cache in use, "tomcat" the HTTP server, "jvm" the JavaScript runtime.
 */
export const routes: RouteModule = (api, context) => {
  const { monitor } = context;
  const health = new Health(context);
  registerSharedFigures(context, health);

  api.get("/sys/actuator/redis/queryDiskInfo", guarded, async () => ok(await disks(context)));
  api.get("/sys/monitor/disks", guarded, async () => ok((await disks(context)).map(diskRow)));

  api.get("/sys/actuator/redis/info", guarded, async () => ok(await cacheInfo(context)));
  api.get("/sys/actuator/redis/keysSize", guarded, async () => ({
    dbSize: context.caches.all.reduce((sum, { size }) => sum + size, 0),
    create_time: Date.now(),
  }));
  api.get("/sys/actuator/redis/memoryInfo", guarded, async () => ({
    used_memory: (await monitor.sampler.latest()).heapUsed,
    create_time: Date.now(),
  }));

  api.get<{ Querystring: { tag?: unknown } }>(`/actuator/metrics/${callsMetricName}`, guarded, async (request) => {
    const metric = readCallsMetric(await monitor.requests.calls(), request.query.tag);
    if (!metric) throw new AppError("PATH_NOT_FOUND");
    return metric;
  });

  let mostSessions = 0;
  api.get<{ Params: { name: string } }>("/actuator/metrics/:name", guarded, async (request) => {
    const sessions = await countSessions(context.db.kysely);
    mostSessions = Math.max(mostSessions, sessions.active);
    const metric = readMetric(request.params.name, {
      sample: await monitor.sampler.latest(),
      requests: await monitor.requests.totals(),
      sessions,
      mostSessions,
      garbage: await readGarbage(),
    });
    if (!metric) throw new AppError("PATH_NOT_FOUND");
    return metric;
  });

  api.get("/actuator/httptrace", guarded, async () => ({ traces: monitor.requests.traces().map(springTrace) }));

  api.get<{ Querystring: Readonly<Record<string, string | undefined>> }>(
    "/sys/monitor/trace/list",
    guarded,
    async (request) => ok(tracePage(monitor.requests.traces(), request.query, context.config.timeZone)),
  );

  api.get<{ Querystring: { minutes?: string } }>("/sys/monitor/series", guarded, async (request) => {
    const minutes = Math.min(1_440, Math.max(1, Number(request.query.minutes ?? 60) || 60));
    const series = monitor.sampler.series(minutes);
    const shown = series.length > 0 ? series : [await monitor.sampler.take()];
    return ok(thinned(shown, 120).map((sample) => seriesRow(sample, minutes, context.config.timeZone)));
  });

  api.get("/sys/monitor/now", guarded, async () => ok(await nowRow(context)));
  api.get("/sys/monitor/facts", guarded, async () => ok(await facts(context)));
  api.get("/sys/monitor/gauges", guarded, async () => ok(await gauges(context)));
  api.get("/sys/monitor/health", guarded, async () => ok(await health.read()));
};

async function disks({ config }: ServerContext) {
  const found = await readDisks([
    { name: "数据文件夹所在的磁盘", path: config.dataDir },
    { name: "系统盘", path: "/" },
  ]);
  return found.map((disk) => ({ ...disk, restPPT: Math.round((disk.rest * 100) / disk.max) }));
}

function diskRow(disk: Disk) {
  const { name, max, used, rest } = disk;
  const text = `剩余 ${gigabytes(rest)}，共 ${gigabytes(max)}`;
  return {
    name,
    usedPercent: percent(usedShare(disk)),
    text,
    total: gigabytes(max),
    used: gigabytes(used),
    rest: gigabytes(rest),
  };
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
const megabytes = (bytes: number): number => Math.round((bytes / mega) * 10) / 10;
const percent = (share: number): number => Math.round(share * 1_000) / 10;

async function cacheInfo(context: ServerContext) {
  const { caches, monitor } = context;
  const sample = await monitor.sampler.latest();
  const rows: readonly (readonly [string, string | number, string])[] = [
    ...caches.all.map(({ name, title, size }) => [name, size, `缓存的${title}，改动时立即作废`] as const),
    ["used_memory", `${megabytes(sample.heapUsed)} MB`, "进程已用的堆内存；缓存只是其中一部分"],
    ["maxmemory", `${megabytes(getHeapStatistics().heap_size_limit)} MB`, "最大堆内存"],
    ["uptime_in_seconds", Math.round(process.uptime()), "服务已运行的秒数"],
    [
      "database",
      context.db.engine === "embedded" ? "内置数据库" : "PostgreSQL",
      "缓存失效通知经由数据库送达每个服务进程",
    ],
  ];
  return rows.map(([key, value, description]) => ({ key, value: String(value), description }));
}

/** At most so many points: a chart has no room for more. */
function thinned(series: readonly Sample[], most: number): readonly Sample[] {
  const step = Math.ceil(series.length / most);
  return series.filter((_, index) => (series.length - 1 - index) % step === 0);
}

function seriesRow(sample: Sample, minutes: number, timeZone: string) {
  const time = businessTime(new Date(sample.at), timeZone);
  return {
    time: minutes > 60 ? time.slice(11, 16) : time.slice(11, 19),
    heapUsed: megabytes(sample.heapUsed),
    heapTotal: megabytes(sample.heapTotal),
    rss: megabytes(sample.rss),
    external: megabytes(sample.external),
    processCpu: percent(sample.processCpu),
    systemCpu: percent(sample.systemCpu),
    systemMemory: percent(sample.systemMemory),
    loopDelay: Math.round(sample.loopDelayMs * 10) / 10,
    loopUtilization: percent(sample.loopUtilization),
    databaseMs: sample.databaseMs === undefined ? null : Math.round(sample.databaseMs * 10) / 10,
    requestsPerSecond: Math.round(sample.requestsPerSecond * 10) / 10,
    failed: sample.failed,
    p95Ms: sample.p95Ms,
    sentKb: Math.round(sample.sentBytes / 102.4) / 10,
  };
}

async function nowRow(context: ServerContext) {
  const { monitor, authentication, dictionaries } = context;
  const sample = await monitor.sampler.latest();
  const totals = await monitor.requests.totals();
  const sessions = await countSessions(context.db.kysely);
  const garbage = await readGarbage();
  return {
    ...seriesRow(sample, 60, context.config.timeZone),
    rssBytes: sample.rss,
    heapUsedBytes: sample.heapUsed,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    externalBytes: sample.external,
    uptime: Math.round(process.uptime()),
    requests: totals.count,
    failedRequests: totals.failed,
    serverFailures: totals.serverFailed,
    abortedRequests: totals.aborted,
    activeRequests: totals.active,
    mostRequests: totals.maxActive,
    slowestMs: Math.round(totals.maxMs),
    averageMs: totals.count > 0 ? Math.round((totals.timeMs / totals.count) * 10) / 10 : 0,
    sentBytes: totals.sentBytes,
    sessions: sessions.active,
    sessionsOpened: sessions.opened,
    sessionsEnded: sessions.ended,
    sessionsExpired: sessions.expired,
    cachedSessions: authentication.size,
    cachedDictionaries: dictionaries.size,
    collections: garbage.count,
    majorCollections: garbage.majorCount,
    collectionMs: Math.round(garbage.totalMs),
  };
}

async function facts({ config, db }: ServerContext) {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db.kysely);
  const pairs: readonly (readonly [string, string])[] = [
    ["主机", hostname()],
    ["操作系统", `${platform()} ${release()} ${arch()}`],
    ["运行时", `Node.js ${process.versions.node}，V8 ${process.versions.v8}`],
    ["进程编号", String(process.pid)],
    ["CPU 数量", `${availableParallelism()} 核`],
    ["应用启动时间点", businessTime(new Date(Date.now() - process.uptime() * 1_000), config.timeZone)],
    ["系统内存", gigabytes(totalmem())],
    ["数据库", (rows[0]?.version ?? "").split(" on ")[0] ?? ""],
    ["数据库方式", db.engine === "embedded" ? "内置" : "独立的 PostgreSQL"],
    ["业务时区", config.timeZone],
    ["接口前缀", config.contextPath],
  ];
  return pairs.map(([name, value]) => ({ id: name, name, value }));
}

async function gauges({ monitor }: ServerContext) {
  const sample = await monitor.sampler.latest();
  const limit = getHeapStatistics().heap_size_limit;
  return [
    { name: "系统 CPU 使用率", value: percent(sample.systemCpu), text: `本进程 ${percent(sample.processCpu)}%` },
    { name: "系统内存", value: percent(sample.systemMemory), text: `本进程 ${megabytes(sample.rss)} MB` },
    {
      name: "堆内存",
      value: percent(sample.heapUsed / limit),
      text: `已用 ${megabytes(sample.heapUsed)} MB，上限 ${megabytes(limit)} MB`,
    },
    { name: "事件循环", value: percent(sample.loopUtilization), text: `延迟 ${sample.loopDelayMs.toFixed(1)} 毫秒` },
  ];
}
