import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { forOneEngine } from "../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { fileLanguages } from "./language/reader-texts.ts";

const total = 620;

forOneEngine("an import beside others", (open) => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngine({ open });
  });
  afterAll(() => fixture.close());

  function sheetOf(names: readonly string[]): ImportSheet {
    const model = fixture.engine.models.get("test/shop");
    return {
      columns: [model?.fields.get("name"), model?.fields.get("departCode")],
      ignoredHeaders: [],
      rows: names.map((name, index) => ({ rowNumber: index + 1, cells: [name, "A01"] })),
      languages: fileLanguages(new Map()),
      placeOf: (rowNumber) => `第 ${rowNumber} 行`,
    };
  }

  /** @param isShared whether others are at work meanwhile */
  const run = async (names: readonly string[], isShared: boolean) => {
    const { engine, admin, db } = fixture;
    const asked = vi.spyOn(db, "isShared").mockReturnValue(isShared);
    const transactions = vi.spyOn(db, "transaction");
    const outcome = await engine.importRows("test/shop", sheetOf(names), admin, { keep: "whole" });
    const count = transactions.mock.calls.length;
    asked.mockRestore();
    transactions.mockRestore();
    return { ...outcome, count };
  };

  it("goes in small steps, and in large ones alone; what is wrong is the same", async () => {
    const [{ name: existing }] = (await fixture.stored("test_shop")) as [{ name: string }];
    const names = Array.from({ length: total }, (_, index) => `新店${index}`);
    // Faults that only the file as a whole or the table tells, each in another step.
    names[600] = "新店3";
    names[130] = String(existing);
    const paced = await run(names, true);
    const alone = await run(names, false);
    expect(paced.problems).toEqual(alone.problems);
    expect(paced.problems.map(({ rowNumber }) => rowNumber)).toEqual([131, 601]);
    expect(paced.isStored).toBe(false);
    // One looks texts up, one stores.
    expect(paced.count).toBe(2 + Math.ceil(total / 50));
    expect(alone.count).toBe(2 + Math.ceil(total / 500));
  });

  it("stores every row, in their order", async () => {
    const names = Array.from({ length: total }, (_, index) => `分店${index}`);
    expect(await run(names, true)).toMatchObject({ problems: [], added: total, isStored: true });
    const stored = (await fixture.stored("test_shop")).map(({ name }) => String(name));
    expect(stored.filter((name) => name.startsWith("分店"))).toEqual(names);
  });
});
