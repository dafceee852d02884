import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { localFileStore } from "../../../server/files/file-store.ts";
import { HalfUploads } from "../../../server/files/half-uploads.ts";
import { sweepCopies } from "../../../server/files/shared-content.ts";
import { isAnswered, type KillCase } from "./kill-case.ts";

/** The same content each round: its records share one object. */
const content = Buffer.from(randomBytes(200_000).toString("hex"));
const fileName = "清单.txt";
let records = 0;

export const upload: KillCase = {
  title: "UPL-07 an upload that stops between its bytes and its record is recorded with them, or leaves nothing",
  middle: { mark: "insert into sys_half_upload", at: 4, ends: 14 },
  async fill() {
    records = 0;
  },
  async prepare({ api, headers, folder }) {
    const form = new FormData();
    form.append("biz", "temp");
    form.append("file", new Blob([new Uint8Array(content)]), fileName);
    return {
      act: () =>
        isAnswered(
          fetch(`${api}/sys/common/upload`, { method: "POST", headers, body: form }).then(
            (answer) => answer.json() as Promise<{ success: boolean; message: string }>,
          ),
        ),
      /** What is recorded and what is stored, when the sweep has been there a day later. */
      async left(db, isUploaded) {
        const files = localFileStore(join(folder, "files"));
        const tomorrow = () => Date.now() + 25 * 60 * 60_000;
        await new HalfUploads({ db, files, newId: () => "", clock: () => "", now: tomorrow }).sweep();
        await files.sweep(tomorrow());
        await sweepCopies({ db, files }, "2000-01-01");
        const { rows } = await sql<{ object: string; file_name: string }>`
          select coalesce(object, url) as object, file_name from sys_oss_file`.execute(db.kysely);
        const { rows: notes } = await sql`select 1 from sys_half_upload`.execute(db.kysely);
        const own = rows.filter((row) => row.file_name === fileName).map(({ object }) => object);
        const others = new Set(rows.filter((row) => row.file_name !== fileName).map(({ object }) => object));
        const stored: string[] = [];
        for await (const path of files.list("temp")) if (!others.has(path)) stored.push(path);
        expect(stored).toEqual([...new Set(own)]);
        expect(stored.length).toBe(own.length > 0 ? 1 : 0);
        for (const path of stored) expect(await files.size(path)).toBe(content.length);
        expect(notes).toEqual([]);
        expect(isUploaded ? [records + 1] : [records, records + 1]).toContain(own.length);
        records = own.length;
      },
    };
  },
};
