import { insertRows } from "../../server/data/write-rows.ts";
import type { TestServer } from "./test-server.ts";

type Row = Readonly<Record<string, unknown>>;

const kept = { version: 1, tenantId: 0, createBy: "test", createTime: "2026-01-01 00:00:00" };

/** Puts rows straight into the table of a model, past every rule. */
export async function putRows({ source, db }: TestServer, modelId: string, rows: readonly Row[]): Promise<void> {
  const model = source.current.resolvedModels.get(modelId);
  if (!model) throw new Error(`no model ${modelId}`);
  await insertRows(
    db.kysely,
    model,
    rows.map((row) => ({ ...kept, ...row })),
  );
}
