import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { type ConsoleServer, testPassword } from "../../support/console-server.ts";

export const mega = 1024 * 1024;
export const part = 5 * mega;
export const text = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString("hex"));

interface Answer {
  readonly status: number;
  readonly success: boolean;
  readonly message: string;
  readonly result: { readonly id: string; readonly received: number; readonly path: string | null } | null;
}

/** A person with one session, at any of the servers. */
export class Uploader {
  #token = "";

  async signIn(server: ConsoleServer): Promise<this> {
    const body = JSON.stringify({ username: "admin", password: testPassword });
    const { result } = await this.#call(server, "POST", "/sys/login", body, "application/json");
    this.#token = (result as unknown as { token: string }).token;
    return this;
  }

  signOut = (server: ConsoleServer) => this.#call(server, "GET", "/sys/logout");
  begin = (server: ConsoleServer, fileSize: number) =>
    this.#call(
      server,
      "POST",
      "/sys/common/upload/half",
      JSON.stringify({ fileName: "清单.txt", fileSize, biz: "temp" }),
      "application/json",
    );
  ask = (server: ConsoleServer, id: string) => this.#call(server, "GET", `/sys/common/upload/half?id=${id}`);
  send = (server: ConsoleServer, id: string, offset: number, bytes: Buffer) =>
    this.#call(
      server,
      "PUT",
      `/sys/common/upload/half?id=${id}&offset=${offset}`,
      new Uint8Array(bytes),
      "application/octet-stream",
    );
  whole(server: ConsoleServer, bytes: Buffer) {
    const form = new FormData();
    form.append("biz", "temp");
    form.append("file", new Blob([new Uint8Array(bytes)]), "清单.txt");
    return this.#call(server, "POST", "/sys/common/upload", form);
  }

  async file({ url }: ConsoleServer, path: string): Promise<Buffer> {
    const answer = await fetch(`${url}/api/sys/common/static/${path}`, { headers: { "X-Access-Token": this.#token } });
    return Buffer.from(await answer.arrayBuffer());
  }

  async #call({ url }: ConsoleServer, method: string, path: string, body?: BodyInit, type?: string): Promise<Answer> {
    const headers: Record<string, string> = {
      "X-Access-Token": this.#token,
      ...(type ? { "content-type": type } : {}),
    };
    const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, "status">) };
  }
}

/** Two servers, and who uploads at them. */
export interface Uploads {
  readonly a: ConsoleServer;
  readonly b: ConsoleServer;
  readonly person: Uploader;
  /** Paths of the stored texts. */
  stored(): Promise<readonly string[]>;
}

/** An ended session keeps what came: signed in again, at the other server, the upload goes on. */
export async function goesOnElsewhere({ a, b, person }: Uploads): Promise<void> {
  const content = text(8 * mega);
  const id = (await person.begin(a, content.length)).result?.id ?? "";
  await person.send(a, id, 0, content.subarray(0, part));
  await person.signOut(a);
  expect((await person.send(b, id, part, content.subarray(part))).status).toBe(401);
  await person.signIn(b);
  expect((await person.ask(b, id)).result).toMatchObject({ received: part, path: null });
  const { message } = await person.send(b, id, part, content.subarray(part));
  expect((await person.file(a, message)).equals(content)).toBe(true);
}

/** The same content at both at once is stored once, with a record for each. */
export async function isStoredOnce({ a, b, person, stored }: Uploads): Promise<void> {
  const before = (await stored()).length;
  const content = text(mega);
  const answers = await Promise.all([a, b, a, b].map((server) => person.whole(server, content)));
  expect(answers.map(({ success }) => success)).toEqual([true, true, true, true]);
  expect(new Set(answers.map(({ message }) => message)).size).toBe(4);
  expect((await stored()).length).toBe(before + 1);
  for (const { message } of answers) expect((await person.file(b, message)).equals(content)).toBe(true);
}
