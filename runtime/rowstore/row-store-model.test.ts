import fc from "fast-check";
import { expect, test } from "vitest";
import { RowStore } from "./row-store.ts";

/** The same table as a plain list, with everything recomputed from scratch. */
interface NaiveRow {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly loaded: Readonly<Record<string, unknown>> | undefined;
}

interface Naive {
  readonly rows: readonly NaiveRow[];
  readonly deleted: readonly string[];
}

const value = fc.constantFrom<unknown>(null, "", "x", "y", "z", 1, 2.5, 0.1, 0.07, "3.30", -4);
const key = fc.constantFrom("code", "amount", "note");
const data = fc.dictionary(key, value);
const at = fc.nat(12);
const command = fc.oneof(
  fc.record({ do: fc.constant("set" as const), at, key, value }),
  fc.record({ do: fc.constant("patchAll" as const), key, value }),
  fc.record({ do: fc.constant("insert" as const), at, rows: fc.array(data, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant("remove" as const), ats: fc.array(at, { maxLength: 3 }) }),
  fc.record({ do: fc.constant("move" as const), at, to: at }),
  fc.record({ do: fc.constant("undo" as const) }),
  fc.record({ do: fc.constant("redo" as const) }),
  fc.record({ do: fc.constant("abort" as const), at, value }),
);

const same = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => Object.is(a[name], b[name]));

const isEmpty = (item: unknown): boolean => item === null || item === undefined || item === "";

/** Cents of a number or numeric text, the long way. */
function cents(item: unknown): number | undefined {
  if (typeof item === "number") return Math.round(item * 100);
  return typeof item === "string" && /^-?\d+(\.\d+)?$/.test(item) ? Math.round(Number(item) * 100) : undefined;
}

test("after any commands the store equals a plain list: rows, order, marks, deleteIds, totals, errors, undo", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(data, { maxLength: 6 }),
      fc.array(command, { maxLength: 30 }),
      async (loaded, commands) => {
        const store = new RowStore({
          columns: [
            {
              key: "code",
              checks: [
                { kind: "required", message: "必填" },
                { kind: "unique", message: "重复" },
              ],
            },
            { key: "amount", summary: "sum" },
          ],
        });
        const rows = loaded.map((row, index) => ({ ...row, id: `r${index}` }));
        store.load(rows);
        let now: Naive = { rows: rows.map((row) => ({ id: row.id, data: row, loaded: row })), deleted: [] };
        const past: Naive[] = [];
        let future: Naive[] = [];
        /** What the listeners of order and cells were told last. */
        let order = store.order;
        store.onOrder(() => {
          order = store.order;
        });
        const go = (next: Naive): void => {
          past.push(now);
          future = [];
          now = next;
        };

        for (const step of commands) {
          const target = "at" in step ? now.rows[step.at] : undefined;
          if (step.do === "set") {
            store.set(target?.id ?? "nobody", step.key, step.value);
            if (target && !Object.is(target.data[step.key], step.value)) {
              go({
                ...now,
                rows: now.rows.map((row) =>
                  row === target ? { ...row, data: { ...row.data, [step.key]: step.value } } : row,
                ),
              });
            }
          } else if (step.do === "patchAll") {
            store.transaction(() => {
              for (const id of store.order) store.set(id, step.key, step.value);
            });
            if (now.rows.some((row) => !Object.is(row.data[step.key], step.value))) {
              go({ ...now, rows: now.rows.map((row) => ({ ...row, data: { ...row.data, [step.key]: step.value } })) });
            }
          } else if (step.do === "insert") {
            const ids = store.insert(step.rows, step.at);
            const made = step.rows.map((row, index) => ({ id: ids[index] ?? "", data: { ...row }, loaded: undefined }));
            go({ ...now, rows: [...now.rows.slice(0, step.at), ...made, ...now.rows.slice(step.at)] });
          } else if (step.do === "remove") {
            const going = new Set(step.ats.map((index) => now.rows[index]).filter((row) => row !== undefined));
            store.remove([...going].map((row) => row.id));
            if (going.size > 0) {
              const gone = [...going].filter((row) => row.loaded).map((row) => row.id);
              go({ rows: now.rows.filter((row) => !going.has(row)), deleted: [...now.deleted, ...gone] });
            }
          } else if (step.do === "move" && target) {
            store.move(target.id, step.to);
            const others = now.rows.filter((row) => row !== target);
            const to = Math.min(step.to, others.length);
            if (now.rows[to] !== target) go({ ...now, rows: [...others.slice(0, to), target, ...others.slice(to)] });
          } else if (step.do === "undo") {
            const previous = past.pop();
            expect(store.undo()).toBe(previous !== undefined);
            if (previous) {
              future.push(now);
              now = previous;
            }
          } else if (step.do === "redo") {
            const next = future.pop();
            expect(store.redo()).toBe(next !== undefined);
            if (next) {
              past.push(now);
              now = next;
            }
          } else if (step.do === "abort") {
            expect(() =>
              store.transaction(() => {
                store.insert([{ code: "gone" }], 0);
                store.set(target?.id ?? "", "code", step.value);
                store.remove(store.order.slice(0, 2));
                throw new Error("abort");
              }),
            ).toThrow("abort");
          }

          expect(order).toEqual(now.rows.map((row) => row.id));
          expect(store.values()).toEqual(now.rows.map((row) => row.data));
          expect(store.deleteIds).toEqual(now.deleted);
          const amounts = now.rows.map((row) => cents(row.data.amount)).filter((item) => item !== undefined);
          expect(store.sum("amount")).toBe(amounts.reduce((sum, item) => sum + item, 0) / 100 + 0);
          for (const row of now.rows) {
            expect(store.isInserted(row.id)).toBe(row.loaded === undefined);
            expect(store.isEdited(row.id)).toBe(row.loaded !== undefined && !same(row.loaded, row.data));
            expect(store.indexOf(row.id)).toBe(now.rows.indexOf(row));
          }
          expect(store.meta).toMatchObject({
            size: now.rows.length,
            canUndo: past.length > 0,
            canRedo: future.length > 0,
          });
        }

        const result = await store.validate();
        const codes = now.rows.map((row) => (isEmpty(row.data.code) ? undefined : String(row.data.code)));
        const expected = codes.map((code) =>
          code === undefined ? "必填" : codes.filter((other) => other === code).length > 1 ? "重复" : undefined,
        );
        expect(now.rows.map((row) => store.error(row.id, "code"))).toEqual(expected);
        expect(result.errors).toBe(expected.filter((message) => message !== undefined).length);
      },
    ),
    { numRuns: 300 },
  );
});

test("errors that edits keep up to date equal those of checking everything again", async () => {
  const columns = [
    {
      key: "code",
      checks: [
        { kind: "required", message: "必填" },
        { kind: "unique", message: "重复" },
      ],
    },
  ] as const;
  const edits = fc.array(fc.record({ at: fc.nat(5), value }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 6 }), edits, async (codes, steps) => {
      const store = new RowStore({ columns });
      store.load(codes.map((code, index) => ({ id: `r${index}`, code })));
      await store.validate();
      for (const step of steps) store.set(`r${step.at}`, "code", step.value);
      const kept = store.order.map((id) => store.error(id, "code"));
      const fresh = new RowStore({ columns });
      fresh.load(store.values());
      await fresh.validate();
      expect(kept).toEqual(fresh.order.map((id) => fresh.error(id, "code")));
    }),
    { numRuns: 300 },
  );
});
