import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { KillCase, Person } from "./kill-case.ts";

const part = 5 * 1024 * 1024;
const content = Buffer.from(randomBytes(6 * 1024 * 1024).toString("hex"));
const fileName = "长清单.txt";
const half = "/sys/common/upload/half";

interface State {
  readonly id: string;
  readonly received: number;
  readonly path: string | null;
}

/** Sends bytes of an upload, and keeps the call open where they do not end. */
const send = ({ api, headers }: Person, id: string, offset: number, bytes: Buffer, isWhole = true) => {
  const body = new Uint8Array(bytes);
  return fetch(`${api}${half}?id=${id}&offset=${offset}`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/octet-stream" },
    ...(isWhole ? { body } : { body: new ReadableStream({ start: (to) => to.enqueue(body) }), duplex: "half" }),
  } as RequestInit).then((answer) => answer.json() as Promise<{ readonly message: string }>);
};

export const halfUpload: KillCase = {
  title: "UPL-06 an upload that stops in a part goes on, and becomes one file without leftovers",
  async prepare(before) {
    const begun = { fileName, fileSize: content.length, biz: "temp" };
    const { id } = (await before.call<State>("POST", half, begun)).result;
    await send(before, id, 0, content.subarray(0, part));
    const folder = join(before.folder, "files", "half", id);
    return {
      act: () =>
        send(before, id, part, content.subarray(part, part + 1_000_000), false).then(
          () => true,
          () => false,
        ),
      isAtWork: () =>
        until(async () => {
          const names = await readdir(folder);
          const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
          expect(sizes.filter((size) => size > 0).length).toBe(2);
        }),
      async check(after) {
        const asked = await after.call<State>("GET", `${half}?id=${id}`);
        expect(asked.result).toMatchObject({ received: part, path: null });
        await send(after, id, part, content.subarray(part, 2 * part));
        const { message } = await send(after, id, 2 * part, content.subarray(2 * part));
        const file = await fetch(`${after.api}/sys/common/static/${message}`, { headers: after.headers });
        expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
        const { records } = (
          await after.call<{ records: { url: string; fileName: string }[] }>("GET", "/sys/oss/file/list?pageSize=100")
        ).result;
        expect(records.filter((row) => row.fileName === fileName).map(({ url }) => url)).toEqual([message]);
        // What the dead server was writing is taken by the sweep after a day; nothing else is left.
        expect((await readdir(folder)).filter((name) => !name.endsWith(".bin.part"))).toEqual([]);
      },
    };
  },
};
