import { expect, test, vi } from "vitest";
import type { LiveRows } from "../../runtime/react/services.ts";
import { lazyLiveRows } from "./console.ts";

test("TBL-20 the part is fetched with the first table, once, and hears what was said meanwhile in order", async () => {
  const told: string[] = [];
  const rows: LiveRows = {
    join: (model) => ({
      changed: (ids) => void told.push(`${model} ${ids.join()}`),
      leave: () => void told.push(`${model} left`),
    }),
  };
  const load = vi.fn(async () => rows);
  const lazy = lazyLiveRows(load);
  expect(load).not.toHaveBeenCalled();
  const order = lazy.join("order", () => undefined);
  lazy.join("store", () => undefined);
  order.changed(["1", "2"]);
  order.leave();
  await vi.waitFor(() => expect(told).toEqual(["order 1,2", "order left"]));
  expect(load).toHaveBeenCalledTimes(1);
});

test("TBL-20 a table goes on without the part", async () => {
  const lazy = lazyLiveRows(() => Promise.reject(new Error("offline")));
  const table = lazy.join("order", () => undefined);
  expect(() => table.changed(["1"])).not.toThrow();
  table.leave();
  await Promise.resolve();
});
