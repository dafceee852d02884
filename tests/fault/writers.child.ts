import { appendFileSync, writeSync } from "node:fs";
import { openDatabase } from "../../server/db/open-database.ts";
import { writeEntry } from "./ledger.ts";

/** node writers.child.js <data folder> <acknowledgement file> <first id>: four writers until somebody kills us. */
const [dataDir = "", acknowledged = "", first = "1"] = process.argv.slice(2);
const db = await openDatabase({ dataDir });
let last = Number(first) - 1;

async function write(writer: number): Promise<never> {
  for (;;) {
    last += 1;
    const id = last;
    await writeEntry(db, id, writer);
    appendFileSync(acknowledged, `${id}\n`);
  }
}

writeSync(1, "writing\n");
await Promise.all([1, 2, 3, 4].map(write));
