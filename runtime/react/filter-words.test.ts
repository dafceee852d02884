import { expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import { DictionaryCache } from "./dictionary-cache.ts";
import { filterWords } from "./filter-words.ts";
import type { ConsoleServices } from "./services.ts";

const items = [
  { field: "name", op: "like" },
  { field: "kind", op: "in" },
  { field: "openedAt", op: "range" },
] as const;
const screen = {
  ...{ schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" },
  ...{ tabs: { field: "status" }, query: { items } },
} as const;
const plan = compileScreen(screen as never, fixtureModels());
if (plan.kind !== "list") throw new Error("not a list");
const dictionaries = new DictionaryCache({} as ConsoleServices);
const words = (...texts: string[]) => texts.map((text, at) => ({ value: String(at), text, title: text }));
dictionaries.put("shop_kind", words("直营", "加盟"));
dictionaries.put("shop_status", words("待审核", "营业中"));
const named = (applied: Readonly<Record<string, unknown>>, tab?: string) =>
  filterWords({ plan, applied, tab }, dictionaries);

test("a file is named after the tab and the conditions in words; a list that shows everything adds none", () => {
  expect(named({})).toBe("");
  const span = ["2026-11-01 00:00:00", "2026-11-24 23:59:59"];
  expect(named({ name: "江", kind: ["0", "1"], openedAt: span }, "1")).toBe(
    "营业中_江_直营+加盟_2026-11-01~2026-11-24",
  );
  expect(named({ openedAt: ["2026-11-24 00:00:00", "2026-11-24 23:59:59"] })).toBe("2026-11-24");
  expect(named({ openedAt: ["2026-11-01 00:00:00", ""] })).toBe("2026-11-01~");
});

test("what no file name may hold is left out, and a long filter is cut", () => {
  expect(named({ name: '../a:b*"<c>|\n' })).toBe("..abc");
  expect(Array.from(named({ name: "长".repeat(200) }))).toHaveLength(60);
});
