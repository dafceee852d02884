import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { sql } from "kysely";
import { businessTime } from "../../runtime/format/business-time.ts";
import type { ServerContext } from "../context.ts";
import { within } from "../db/within.ts";
import { nameOfStore } from "../files/open-file-store.ts";
import { probeMail } from "../messages/mail.ts";
import { messageTypes, sendStatus } from "../messages/message-queue.ts";

export interface Part {
  readonly id: string;
  readonly name: string;
  /** `off`: not configured, so there is nothing to probe. */
  readonly state: "up" | "down" | "off";
  readonly detail: string;
}

/** Changed by tests. */
export const healthLimits = { probeMs: 3_000 };
/** The page asks every ten seconds; a mail server should not see a sign-in each time. */
const outsideKeptMs = 30_000;
const overdueMs = 60_000;

/** Thrown by a probe that knows what is wrong, in words for the page. */
class Fault extends Error {}

interface Probe {
  readonly id: string;
  readonly name: string;
  /** Why there is nothing to probe; undefined when there is. */
  readonly off?: string | undefined;
  /** Answers the detail for the page. */
  run(): Promise<string>;
}

/** Asks each part of the product whether it works, with a time limit; one that fails does not hide the others. */
export class Health {
  readonly #probes: readonly Probe[];

  constructor(context: ServerContext) {
    const { smtpUrl } = context.config;
    this.#probes = [
      { id: "database", name: "数据库", run: () => probeDatabase(context) },
      { id: "disk", name: "数据文件夹", run: () => probeDisk(context) },
      ...(context.config.s3 === undefined
        ? []
        : [{ id: "files", name: "文件存储", run: keptFor(outsideKeptMs, () => probeFiles(context)) }]),
      { id: "jobs", name: "定时任务", run: () => probeJobs(context) },
      { id: "http", name: "HTTP 服务", run: () => probeHttp(context) },
      {
        id: "smtp",
        name: "邮件服务",
        off: smtpUrl === undefined ? "未设置 SMTP_URL" : undefined,
        run: keptFor(outsideKeptMs, () => probeSmtp(smtpUrl ?? "")),
      },
      {
        id: "sms",
        name: "短信通道",
        off: context.transports[messageTypes.sms] === undefined ? "未配置，设置 SMS_URL 后可用" : undefined,
        run: keptFor(outsideKeptMs, () => probeSms(context)),
      },
      { id: "proxy", name: "访问地址", run: async () => probeProxy(context) },
    ];
  }

  read(): Promise<readonly Part[]> {
    return Promise.all(this.#probes.map(readPart));
  }
}

async function readPart({ id, name, off, run }: Probe): Promise<Part> {
  if (off !== undefined) return { id, name, state: "off", detail: off };
  try {
    return {
      id,
      name,
      state: "up",
      detail: await within(run(), healthLimits.probeMs, () => new Fault("没有及时应答")),
    };
  } catch (error) {
    return { id, name, state: "down", detail: error instanceof Fault ? error.message : "没有应答" };
  }
}

/** One answer, good or bad, for everybody who asks within this time. */
function keptFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { readonly answer: Promise<Answer>; readonly at: number } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < ms) return kept.answer;
    const answer = ask();
    kept = { answer, at: performance.now() };
    return answer;
  };
}

async function probeDatabase({ db }: ServerContext): Promise<string> {
  const start = performance.now();
  await db.ping();
  return `应答 ${(performance.now() - start).toFixed(1)} 毫秒`;
}

async function probeDisk({ config }: ServerContext): Promise<string> {
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail === 0) throw new Fault("磁盘已满");
  return `剩余 ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`;
}

async function probeFiles({ config, files }: ServerContext): Promise<string> {
  const problem = await files.problem();
  if (problem !== undefined) throw new Fault(problem);
  return nameOfStore(config);
}

/** A due time that nobody took means that no process runs jobs. */
async function probeJobs({ db, config }: ServerContext): Promise<string> {
  const { rows } = await sql<{ count: string; next: string | null; overdue: string }>`
    select count(*) as count, min(state.next_at) as next,
      count(*) filter (where state.next_at < ${Date.now() - overdueMs}) as overdue
    from sys_job_state state join sys_quartz_job job on job.id = state.job_id
    where state.next_at is not null and job.status = 0`.execute(db.kysely);
  const { count = "0", next = null, overdue = "0" } = rows[0] ?? {};
  if (Number(overdue) > 0) throw new Fault(`${overdue} 个任务到了时间没有执行`);
  const when = next === null ? "" : `，下一个在 ${businessTime(new Date(Number(next)), config.timeZone)}`;
  return `${count} 个在等待执行${when}`;
}

/** A call over the port, as a person's browser makes it. */
async function probeHttp({ config, monitor }: ServerContext): Promise<string> {
  const address = monitor.address();
  if (address === undefined) throw new Fault("没有监听端口");
  const start = performance.now();
  const answer = await fetch(`${urlOf(address)}${config.contextPath}/health`, {
    signal: AbortSignal.timeout(healthLimits.probeMs),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Fault(`应答 ${answer.status}`);
  const { active } = await monitor.requests.totals();
  return `应答 ${(performance.now() - start).toFixed(1)} 毫秒，正在处理 ${active} 个请求`;
}

/** Where a process that listens on every address is reached from its own machine. */
const reachable: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf({ address, port }: AddressInfo): string {
  const host = reachable[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** What nodemailer's codes say, in words that name neither address nor password. */
const mailFaults: Readonly<Record<string, string>> = {
  EAUTH: "用户名或密码不正确",
  EDNS: "找不到邮件服务器",
  ESOCKET: "连接不上邮件服务器",
  ECONNECTION: "连接不上邮件服务器",
  ETIMEDOUT: "邮件服务器没有及时应答",
  ETLS: "加密连接失败",
};

/** A gateway cannot be asked without sending: what came of the last messages tells. */
async function probeSms({ config, db, transports }: ServerContext): Promise<string> {
  const sms = transports[messageTypes.sms];
  if (sms?.state === "development") return "开发通道：短信写到服务器控制台，不会发出";
  await probeAddress(config.sms?.url ?? "");
  const last = await db.kysely
    .selectFrom("sys_message")
    .select(["es_send_status", "es_result", "es_send_time"])
    .where("es_type", "=", messageTypes.sms)
    .where("es_send_time", "is not", null)
    .orderBy("es_send_time", "desc")
    .limit(5)
    .execute();
  const sent = last.find((row) => row.es_send_status === sendStatus.sent);
  if (last.length > 0 && !sent) throw new Fault(`最近 ${last.length} 条都没有发出：${last[0]?.es_result}`);
  return sent ? `${sms?.target}，上次发出 ${sent.es_send_time}` : `${sms?.target}，还没有发送过`;
}

async function probeProxy({ proxyWatch }: ServerContext): Promise<string> {
  const proxy = proxyWatch.unknownProxy;
  if (proxy === undefined) return "日志和登录限制看到的是访问者的地址";
  throw new Fault(`请求经 ${proxy} 转发，而 TRUSTED_PROXIES 没有写它：所有人都算作这一个地址`);
}

async function probeSmtp(url: string): Promise<string> {
  try {
    await probeMail(url, healthLimits.probeMs - 500);
    return "可以登录";
  } catch (error) {
    throw new Fault(mailFaults[(error as { code?: string }).code ?? ""] ?? "邮件服务器没有接受");
  }
}

/** Connects and leaves: a provider has no call that tries a key without sending a message to somebody. */
async function probeAddress(address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address);
  const socket = connect(Number(port || (protocol === "https:" ? 443 : 80)), hostname.replace(/^\[|\]$/g, ""));
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(healthLimits.probeMs - 500) });
  } catch {
    throw new Fault("连接不上短信网关");
  } finally {
    socket.destroy();
  }
}
