import { afterAll, beforeAll, expect, it } from "vitest";
import { forOneEngine } from "../tests/support/database.ts";
import { shippedDocuments } from "../tests/support/test-server.ts";
import { readConfig } from "./config/config.ts";
import type { Database } from "./db/database.ts";
import { prepareDatabase } from "./prepare-database.ts";

forOneEngine("a first start", (open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  it("that fails behind the administrator has told the password that it made up; the next one tells no other", async () => {
    const config = readConfig({ SEED: "none" });
    const documents = shippedDocuments();
    const told: string[] = [];
    const tell = (password: string) => told.push(password);
    const unreadable = {
      model: "system/dict",
      key: ["dictCode"],
      get rows(): never {
        throw new Error("the rows cannot be read");
      },
    };
    const data = new Map(documents.data).set("test/unreadable", unreadable as never);
    await expect(prepareDatabase(db, { ...documents, data }, config, tell)).rejects.toThrow("cannot be read");
    expect(told).toHaveLength(1);
    expect(await prepareDatabase(db, documents, config, tell)).toEqual({ madeUpPassword: undefined });
    expect(told).toHaveLength(1);
  });
});
