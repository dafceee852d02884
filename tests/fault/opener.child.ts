import { DataDirError } from "../../server/db/data-dir-error.ts";
import { openDatabase } from "../../server/db/open-database.ts";

/** node opener.child.js <data folder>: opens it, or prints why it may not. */
try {
  const db = await openDatabase({ dataDir: process.argv[2] ?? "" });
  await db.close();
  console.log("opened");
} catch (error) {
  if (!(error instanceof DataDirError)) throw error;
  console.log(`${error.problem} ${error.message}`);
}
