import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "../../../runtime/wire/envelope.ts";
import type { Balancer } from "../../support/balancer.ts";
import { testPassword } from "../../support/console-server.ts";
import { openLive } from "../../support/live-client.ts";
import { proveCount } from "../../support/prove.ts";

type Row = Readonly<Record<string, unknown>>;

export const people = proveCount(8, 300);
/** Milliseconds that a person looks at an answer before the next call, on average. */
const thinking = proveCount(500, 5_000);
/** One of so many calls writes. */
const writesEvery = 8;

export interface Call {
  readonly at: number;
  readonly what: string;
  readonly problem: string | undefined;
}

/** What all people together asked and got, through the balancer. */
export class Office {
  readonly calls: Call[] = [];
  /** Mobile numbers of members whose saving was answered. */
  readonly saved: string[] = [];
  /** Ids of notices whose release was answered. */
  readonly released: string[] = [];
  readonly #url: string;
  readonly #tokens: string[] = [];
  #isOpen = true;
  #next = 0;

  constructor({ url }: Balancer) {
    this.#url = `${url}/api`;
  }

  get token(): string {
    return this.#tokens[0] ?? "";
  }

  async signIn(): Promise<void> {
    const { result } = await this.ask<{ token: string }>("POST", "/sys/login", {
      username: "admin",
      password: testPassword,
    });
    this.#tokens.push(result.token);
  }

  /** One call that must succeed. */
  async ask<Result>(method: string, path: string, body?: object, headers = {}): Promise<{ readonly result: Result }> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { "x-access-token": this.token, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('"success":true')) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  /** A call of a working day: what fails is noted, and asked again under the same key, as the console does it. */
  async work<Result>(method: string, path: string, body?: object): Promise<Result> {
    const headers = { "x-idempotency-key": `rolling-${this.#number()}` };
    for (;;) {
      const at = Date.now();
      try {
        const { result } = await this.ask<Result>(method, path, body, headers);
        this.calls.push({ at, what: path, problem: undefined });
        return result;
      } catch (error) {
        this.calls.push({ at, what: `${method} ${path}`, problem: String(error) });
        await pause(200);
      }
    }
  }

  async person(number: number): Promise<void> {
    await pause((number / people) * thinking);
    for (let turn = number; this.#isOpen; turn += 1) {
      if (turn % writesEvery === 0) {
        const mobile = `178${String(this.#number()).padStart(8, "0")}`;
        await this.work("POST", "/member/member/add", { realname: "滚动", mobile, registerSource: "2" });
        this.saved.push(mobile);
      } else await this.work("GET", reads[turn % reads.length] ?? "");
      await pause(thinking * (0.5 + Math.random()));
    }
  }

  async announce(): Promise<void> {
    for (let number = 1; this.#isOpen; number += 1) {
      const values = { titile: `升级 ${number}`, msgCategory: "1", msgType: "ALL", priority: "L", msgContent: "好" };
      const { id } = await this.work<{ id: string }>("POST", "/sys/annountCement/add", values);
      await this.work("GET", `/sys/annountCement/doReleaseData?id=${id}`);
      this.released.push(id);
      await pause(500);
    }
  }

  #number(): number {
    this.#next += 1;
    return this.#next;
  }

  close(): void {
    this.#isOpen = false;
  }

  problems(): readonly Call[] {
    return this.calls.filter(({ problem }) => problem !== undefined);
  }
}

const reads = [
  "/member/member/list?pageSize=10",
  "/sys/dict/getDictItems/sex",
  "/store/storeOrder/list?pageSize=10",
  "/sys/user/getUserInfo",
  "/sys/permission/getUserPermissionByToken",
];

/** Hears notices as the console does: a channel, and the list again whenever a new channel opens. */
export async function listen(
  office: Office,
  { port }: Balancer,
  heard: Set<string>,
  isOver: () => boolean,
): Promise<void> {
  const { result } = await office.ask<{ userInfo: { id: string } }>("GET", "/sys/user/getUserInfo");
  while (!isOver()) {
    const channel = await openLive({ port, path: `/websocket/${result.userInfo.id}`, token: office.token }).catch(
      () => undefined,
    );
    if (!channel) {
      await pause(100);
      continue;
    }
    channel.socket.on("message", (data) => heard.add(String((JSON.parse(String(data)) as Row).msgId)));
    const mine = await office.work<Page<Row>>("GET", "/sys/sysAnnouncementSend/getMyAnnouncementSend?pageSize=1000");
    for (const { anntId } of mine.records) heard.add(String(anntId));
    while (channel.socket.readyState === channel.socket.OPEN && !isOver()) await pause(50);
    channel.socket.close();
  }
}

/** The shipped documents of the next release: a table has one column more. */
export function nextRelease(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "schema-console-next-")), "schemas");
  cpSync("schemas", folder, { recursive: true });
  const file = join(folder, "member", "member.model.json");
  const model = JSON.parse(readFileSync(file, "utf8"));
  model.fields.careNote = { type: "string", title: "服务备注", maxLength: 50, default: "无" };
  writeFileSync(file, JSON.stringify(model));
  return folder;
}
