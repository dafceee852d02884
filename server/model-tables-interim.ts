import { sql } from "kysely";
import type { Database } from "./db/database.ts";
import type { DocumentStore } from "./documents/load-documents.ts";

/** Plain tables for the models until the migrator of server/db takes over. */
const columnTypes: Record<string, string> = {
  integer: "bigint",
  number: "numeric",
  money: "numeric",
  percent: "numeric",
  boolean: "boolean",
  date: "date",
  datetime: "timestamp",
  json: "jsonb",
};

export async function createModelTables(db: Database, documents: DocumentStore): Promise<void> {
  for (const model of documents.resolvedModels.values()) {
    const columns = [...model.fields.values()].map(
      (field) =>
        sql`${sql.ref(field.column)} ${sql.raw(columnTypes[field.type] ?? "text")} ${sql.raw(field.name === "id" ? "primary key" : "")}`,
    );
    await sql`create table if not exists ${sql.table(model.table)} (${sql.join(columns)})`.execute(db.kysely);
  }
}
