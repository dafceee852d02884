import { utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { expect } from "vitest";
import { proveCount } from "../../support/prove.ts";
import { isAnswered, type KillCase } from "./kill-case.ts";

/** More than one statement stores: what the first has stored stands alone until the second. */
const importedRows = proveCount(2_600, 10_000);

/** Members with numbers of their own: a round may follow one that was stored. */
function workbook(round: number): Buffer {
  const rows = Array.from({ length: importedRows }, (_, index) => [
    `王${round}`,
    `1${round < 10 ? 3 : 5}${round % 10}${String(index).padStart(8, "0")}`,
    "女",
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([["会员导入模板"], ["说明"], ["姓名*", "手机号*", "性别"], ...rows]),
  );
  return Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
}

export const importRows: KillCase = {
  title: "an import has stored every row with its log and counts, or none",
  middle: { mark: 'insert into "member"', at: 1, ends: 12 },
  async prepare({ api, headers }, round) {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(workbook(round))]), "members.xlsx");
    return {
      act: () =>
        isAnswered(
          fetch(`${api}/member/member/importExcel`, { method: "POST", headers, body: form }).then(
            (answer) => answer.json() as Promise<{ success: boolean; message: string }>,
          ),
        ),
      async stored(db, isImported) {
        const { rows } = await sql<Record<"members" | "logs" | "counted" | "all", string>>`
          select (select count(*) from member where realname = ${`王${round}`}) as members,
            (select count(*) from sys_data_log l join member m on m.id = l.data_id
              where m.realname = ${`王${round}`}) as logs,
            (select coalesce(sum(member_count), 0) from member_level) as counted,
            (select count(*) from member where level_id is not null) as all`.execute(db.kysely);
        const [found] = rows;
        expect([0, importedRows]).toContain(Number(found?.members));
        if (isImported) expect(Number(found?.members)).toBe(importedRows);
        expect(found?.logs).toBe(found?.members);
        expect(found?.counted).toBe(found?.all);
      },
    };
  },
};
