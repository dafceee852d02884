import fc from "fast-check";
import { expect, test } from "vitest";
import { applyOverlay, mergeDocuments } from "./apply-overlay.ts";
import { diffDocuments } from "./diff-documents.ts";
import { byKey, isObject, isSame, type Json, type JsonObject, keyOf } from "./overlay.ts";

const names = ["orderNo", "storeName", "status", "amount", "remark", "auditBy"];
const base: JsonObject = {
  kind: "list",
  title: "订单",
  table: {
    pageSize: 10,
    columns: [
      "orderNo",
      { field: "storeName", width: 120 },
      "status",
      { field: "amount", width: 90 },
      "remark",
      "auditBy",
    ],
  },
  toolbar: [{ preset: "add" }, { preset: "export", label: "导出" }, { key: "audit", do: [{ type: "reload" }] }],
  query: { items: ["orderNo", { field: "status", op: "eq" }], advanced: false },
  views: { form: { width: 720, items: [{ title: "基本", items: ["orderNo", "remark"] }, "amount"] } },
};

interface Edit {
  /** Two edits of different targets do not meet. */
  readonly target: string;
  readonly run: (document: JsonObject) => JsonObject;
}

type Draft = Record<string, Json>;
const changed = (
  document: JsonObject,
  path: readonly string[],
  next: (value: Json | undefined) => Json | undefined,
) => {
  const copy = structuredClone(document) as Draft;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Draft;
  const key = path.at(-1) ?? "";
  const value = next(at[key]);
  if (value === undefined) delete at[key];
  else at[key] = value;
  return copy;
};
const columns = (document: JsonObject, next: (list: readonly Json[]) => readonly Json[]) =>
  changed(document, ["table", "columns"], (list) => next(list as readonly Json[]));
const asObject = (element: Json): JsonObject => (isObject(element) ? element : { field: element });

const setAt = (path: readonly string[], value: Json | undefined): Edit => ({
  target: path.join("/"),
  run: (document) => changed(document, path, () => value),
});
const setOfColumn = (name: string, property: string, value: Json): Edit => ({
  target: `columns/${name}/${property}`,
  run: (document) =>
    columns(document, (list) =>
      list.map((one) => (keyOf(one) === name ? { ...asObject(one), [property]: value } : one)),
    ),
});

const scalar = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom<Json>("甲", "乙", true, false));
const any = fc.oneof(scalar, fc.constantFrom<Json>(null, [], {}, [1, 2], { a: { b: null } }));
const valueEdit = fc.oneof(
  fc.tuple(fc.constantFrom("title", "description", "help"), any).map(([key, value]) => setAt([key], value)),
  fc.tuple(fc.constantFrom("pageSize", "empty", "rowStyle"), any).map(([key, value]) => setAt(["table", key], value)),
  fc.constantFrom("advanced", "gone").map((key) => setAt(["query", key], undefined)),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("width", "title", "sortable"), scalar)
    .map(([name, property, value]) => setOfColumn(name, property, value)),
);
const orderEdit = fc.oneof(
  fc.tuple(fc.constantFrom("mobile", "createBy", "area"), fc.nat(5)).map(
    ([name, at]): Edit => ({
      target: `columns/${name}`,
      run: (document) => columns(document, (list) => (byKey(list)?.has(name) ? list : list.toSpliced(at, 0, name))),
    }),
  ),
  fc.constantFrom(...names).map(
    (name): Edit => ({
      target: `columns/${name}`,
      run: (document) => columns(document, (list) => list.filter((one) => keyOf(one) !== name)),
    }),
  ),
  fc.tuple(fc.constantFrom(...names), fc.nat(5)).map(
    ([name, at]): Edit => ({
      target: `columns/${name}`,
      run: (document) =>
        columns(document, (list) => {
          const from = list.findIndex((one) => keyOf(one) === name);
          const one = list[from];
          return one === undefined ? list : list.toSpliced(from, 1).toSpliced(at, 0, one);
        }),
    }),
  ),
);
const edit = fc.oneof(valueEdit, orderEdit);
const edited = (edits: readonly Edit[]) => edits.reduce((document, { run }) => run(document), base);

const apart = (one: string, other: string) =>
  one !== other && !one.startsWith(`${other}/`) && !other.startsWith(`${one}/`);
const isApart = (edits: readonly Edit[], others: readonly Edit[]) =>
  edits.every(({ target }) => others.every((other) => apart(target, other.target)));

/** Every value by its path, elements by their key, lists without keys as one value. */
function leaves(value: Json, path = "", found = new Map<string, Json>()): Map<string, Json> {
  const keyed = Array.isArray(value) && value.length > 0 ? byKey(value) : undefined;
  const parts = keyed
    ? [...keyed].map(([key, one]): [string, Json] => [key, path.endsWith("/columns") ? asObject(one) : one])
    : isObject(value) && Object.keys(value).length > 0
      ? Object.entries(value)
      : undefined;
  if (!parts) return found.set(path, value);
  for (const [key, one] of parts) leaves(one, `${path}/${key}`, found);
  return found;
}
const paths = (...documents: readonly ReadonlyMap<string, Json>[]) =>
  new Set(documents.flatMap((one) => [...one.keys()]));

test("a change laid over the edition it was made from gives the edition it was made for", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), fc.array(edit, { maxLength: 8 }), (some, others) => {
      const [one, other] = [edited(some), edited(others)];
      const { document, conflicts } = applyOverlay(one, diffDocuments(one, other));
      expect(conflicts).toEqual([]);
      expect(isSame(document, other)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("edits of different places merge to what both meant, without a conflict", () => {
  fc.assert(
    fc.property(
      fc.array(valueEdit, { maxLength: 6 }),
      fc.array(edit, { maxLength: 6 }),
      fc.boolean(),
      (some, more, swaps) => {
        const others = more.filter((one) => isApart([one], some));
        const [file, overlay] = swaps ? [others, some] : [some, others];
        const { document, conflicts } = mergeDocuments(base, edited(file), edited(overlay));
        expect(conflicts).toEqual([]);
        // Only one side moves columns: the order is as if both had been typed into one file.
        expect(leaves(document)).toEqual(leaves(edited([...some, ...others])));
        const order = (one: JsonObject) => (((one.table as JsonObject).columns as readonly Json[]) ?? []).map(keyOf);
        expect(order(document)).toEqual(order(edited(others)));
      },
    ),
    { numRuns: 600 },
  );
});

test("whatever both do, every change is in the result or listed as a conflict", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), fc.array(edit, { maxLength: 8 }), (some, others) => {
      const [theirs, ours] = [edited(some), edited(others)];
      const { document, conflicts } = mergeDocuments(base, theirs, ours);
      const [was, file, mine, is] = [leaves(base), leaves(theirs), leaves(ours), leaves(document)];
      const isListed = (path: string) => conflicts.some(({ path: steps }) => !apart(path, `/${steps.join("/")}`));
      for (const path of paths(was, file)) {
        if (isSame(was.get(path), file.get(path)) || isSame(is.get(path), file.get(path))) continue;
        expect(isListed(path), `${path} of the file`).toBe(true);
      }
      for (const path of paths(was, mine)) {
        if (isSame(was.get(path), mine.get(path)) || isSame(is.get(path), mine.get(path))) continue;
        expect(isListed(path), `${path} of the overlay`).toBe(true);
      }
    }),
    { numRuns: 600 },
  );
});

test("the same place set to two values is a conflict that names the place and all three values", () => {
  const { document, conflicts } = mergeDocuments(
    base,
    edited([setOfColumn("amount", "width", 100), setAt(["title"], "订货单")]),
    edited([setOfColumn("amount", "width", 130), setAt(["title"], "订货单")]),
  );
  expect(conflicts).toEqual([
    { path: ["table", "columns", "amount", "width"], kind: "value", base: 90, theirs: 100, ours: 130 },
  ]);
  expect((document.table as { columns: Json[] }).columns[3]).toEqual({ field: "amount", width: 130 });
});

test("a column moved to two places, and one changed here and removed there, are conflicts", () => {
  const move = (name: string, at: number): Edit => ({
    target: name,
    run: (document) =>
      columns(document, (list) => {
        const from = list.findIndex((one) => keyOf(one) === name);
        return list.toSpliced(from, 1).toSpliced(at, 0, list[from] as Json);
      }),
  });
  const places = mergeDocuments(base, edited([move("auditBy", 0)]), edited([move("auditBy", 2)])).conflicts;
  expect(places).toEqual([
    { path: ["table", "columns", "auditBy"], kind: "place", base: "remark", theirs: null, ours: "storeName" },
  ]);
  const gone: Edit = { target: "", run: (one) => columns(one, (list) => list.filter((el) => keyOf(el) !== "remark")) };
  const { conflicts } = mergeDocuments(base, edited([gone]), edited([setOfColumn("remark", "width", 200)]));
  expect(conflicts.map(({ path }) => path.join("/"))).toEqual(["table/columns/remark"]);
});

test("neighbours of which each side renames one keep their order", () => {
  const panels = (...titles: readonly string[]): JsonObject => ({
    panels: titles.map((title) => ({ title, span: 6 })),
  });
  const { document, conflicts } = mergeDocuments(
    panels("问候", "今日订单", "今日实付", "待办"),
    panels("问候", "今天的订单", "今日实付", "待办"),
    panels("问候", "今日订单", "今天的实付", "待办"),
  );
  expect(conflicts).toEqual([]);
  expect(document).toEqual(panels("问候", "今天的订单", "今天的实付", "待办"));
});

test("a panel that both rename differently is one panel still, and its title a conflict", () => {
  const panels = (...list: readonly JsonObject[]): JsonObject => ({ panels: list });
  const [greeting, todo] = [{ title: "问候" }, { title: "待办" }];
  const orders = { title: "今日订单", span: 6, height: 200 };
  const { document, conflicts } = mergeDocuments(
    panels(greeting, orders, todo),
    panels(greeting, { ...orders, title: "今天的订单", span: 8 }, todo),
    panels(greeting, { ...orders, title: "当日订单", height: 240 }, todo),
  );
  expect(conflicts).toEqual([
    {
      path: ["panels", "今日订单", "title"],
      kind: "value",
      base: "今日订单",
      theirs: "今天的订单",
      ours: "当日订单",
    },
  ]);
  expect(document).toEqual(panels(greeting, { title: "当日订单", span: 8, height: 240 }, todo));
});

test("panels that one side takes out and the other one renames, or that both rename alike, are no two titles", () => {
  const panels = (...titles: readonly string[]): JsonObject => ({ panels: titles.map((title) => ({ title })) });
  const alike = mergeDocuments(panels("甲", "乙"), panels("甲", "丙"), panels("甲", "丙"));
  expect([alike.document, alike.conflicts]).toEqual([panels("甲", "丙"), []]);
  const gone = mergeDocuments(panels("甲", "乙"), panels("甲"), panels("甲", "丙"));
  expect([gone.document, gone.conflicts]).toEqual([panels("甲", "丙"), []]);
});
