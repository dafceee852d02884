import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";
import type { StoredTable } from "./catalogue.ts";

export interface TableSum {
  readonly rows: number;
  /** Sum of the first 48 bits of each row's MD5: the order of the rows does not matter. */
  readonly checksum: string;
}

/** A row as one JSON list of texts, the same on every engine. */
export function rowText(table: StoredTable) {
  const values = table.columns.map(({ name }) => sql`${sql.id(name)}::text`);
  return values.length === 0 ? sql`'[]'` : sql`array_to_json(array[${sql.join(values)}])::text`;
}

/** Adds up rows that pass by. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(text: string): void {
    this.#rows += 1;
    this.#sum += BigInt(`0x${createHash("md5").update(text).digest("hex").slice(0, 12)}`);
  }

  get sum(): TableSum {
    return { rows: this.#rows, checksum: this.#sum.toString() };
  }
}

/** The same sum, made by the database over what it holds. */
export async function sumTable(db: Queryable, table: StoredTable): Promise<TableSum> {
  const { rows } = await sql<{ rows: string; checksum: string }>`
    select count(*) as rows, coalesce(sum(('x' || substr(md5(line), 1, 12))::bit(48)::bigint), 0)::text as checksum
    from (select ${rowText(table)} as line from ${sql.table(table.name)}) lines`.execute(db);
  return { rows: Number(rows[0]?.rows ?? 0), checksum: rows[0]?.checksum ?? "0" };
}
