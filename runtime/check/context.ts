import { nearest } from "../schema/nearest.ts";
import type { SourceDocument } from "../schema/source-document.ts";
import { dictModelId, type Fields, fieldsNamed, hasField, relatedModelId } from "./fields-of.ts";
import { misspeltRows, rowNames } from "./row-names.ts";
import { fieldsIn, type World } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/** Which names mean what at a place of a document. `undefined` fields are not known, so nothing is said about them. */
export interface CheckContext {
  /** What a plain field name refers to. */
  readonly own: Fields | undefined;
  /** The record around a detail. */
  readonly outer: Fields | undefined;
  /** The other model that the place is about (dictionary, relation, roll-up, posting, source). */
  readonly target: Fields | undefined;
  readonly row: Fields | undefined;
  readonly form: Fields | undefined;
  readonly master: Fields | undefined;
  readonly item: Fields | undefined;
  /** The row that the same owner had before, in sample rows that go on from it. */
  readonly before?: Fields | undefined;
  /** What conditions may name where that is not what the columns are: the rows that a report sums up, if they are known. */
  readonly queried?: { readonly rows: Fields | undefined } | undefined;
  /** The questions of the transition around it, by name: one may copy from what another picks. */
  readonly asked?: Values | undefined;
  /** Roots that an expression may start with. */
  readonly roots: ReadonlySet<string>;
  /** Fields that a screen test's relation leads to are found here. */
  readonly world: World;
}

const modelRoots = new Set(["user", "row", "rows", "master", "mode", "now"]);
/** What expressions of a screen may begin with. */
export const screenRoots: ReadonlySet<string> = new Set([
  "user",
  "row",
  "rows",
  "form",
  "master",
  "selection",
  "query",
  "totals",
  "mode",
  "now",
  "result",
  "dirty",
]);

/** The context at the top of a document. */
export function rootContext(source: SourceDocument, world: World): CheckContext {
  const value = source.value as Values;
  const nothing = { outer: undefined, target: undefined, master: undefined, item: undefined, world };
  switch (source.kind) {
    case "model": {
      const own = fieldsIn(world, source.id);
      return {
        ...nothing,
        own,
        row: own,
        form: undefined,
        roots: new Set([...modelRoots, ...rowNames({ post: value.onAdd })]),
      };
    }
    case "screen": {
      const own = fieldsIn(world, value.model) ?? inlineFields(value) ?? sourceFields(value.source, world);
      return { ...nothing, own, row: own, form: own, queried: queriedFields(value, world), roots: screenRoots };
    }
    case "data": {
      const own = fieldsIn(world, value.model);
      return { ...nothing, own, row: own, form: undefined, roots: modelRoots };
    }
    case "screen-test": {
      const screen = world.screens.get(String(value.screen)) as Values | undefined;
      const own = screen && (fieldsIn(world, screen.model) ?? inlineFields(screen));
      return { ...nothing, own, row: own, form: own, roots: screenRoots };
    }
  }
}

/** How entering an object changes the context, by the name of its definition in the meta-schema. */
const entering: Readonly<Record<string, (value: Values, context: CheckContext, key: string) => Partial<CheckContext>>> =
  {
    dict: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    relation: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    rollup: ({ model }, { world }) => ({ target: fieldsIn(world, model), row: fieldsIn(world, model) }),
    editor: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    snapshot: ({ from }, { own, asked, world }) => ({
      target: fieldsIn(world, askedModelId(asked, String(from)) ?? dictModelId(own, String(from))),
    }),
    generator: ({ type, model }, { own, row, roots, world }, key) => {
      if (type === "reference") return { target: fieldsIn(world, dictModelId(own, key)) };
      if (type === "previous") return { before: row, roots: new Set([...roots, "before"]) };
      const target = fieldsIn(world, model);
      return type === "row" ? { own: target, target } : { target };
    },
    sampleEach: ({ field, model }, { own, world }) => {
      const target = fieldsIn(world, model ?? dictModelId(own, String(field)));
      return { target, master: target };
    },
    transition: (value, { own, roots }) => ({
      form: value.ask ? fieldsNamed("弹窗询问的字段", Object.keys(value.ask), own?.model) : own,
      asked: value.ask as Values | undefined,
      roots: new Set([...roots, "form", ...rowNames(value), ...misspeltRows(value, roots).values()]),
    }),
    transitionRead: ({ model }, { roots, world }) => ({
      target: fieldsIn(world, model),
      item: fieldsIn(world, model),
      roots: new Set([...roots, "item"]),
    }),
    generation: (value, { own, roots }) => ({
      form: value.ask ? fieldsNamed("先问的字段", Object.keys(value.ask), own?.model) : undefined,
      row: undefined,
      asked: value.ask as Values | undefined,
      roots: new Set([...roots, "form", ...rowNames(value)]),
    }),
    generateSource: ({ each }, { roots, world }) => ({
      row: fieldsIn(world, (each as Values | undefined)?.model),
      roots: new Set([...roots, "beside", "count", "amount"]),
    }),
    generateEach: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    generateBeside: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    generateLines: ({ model }, { roots, world }) => ({
      item: fieldsIn(world, model),
      target: fieldsIn(world, model),
      roots: new Set([...roots, "item", "made"]),
    }),
    generateLine: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    postRows: ({ model }, { world }) => ({ target: fieldsIn(world, model) }),
    groupRule: (_value, { own, roots }) => ({ item: own, roots: new Set([...roots, "item"]) }),
    post: ({ type, model, forEach }, { own, roots, world }) => ({
      target: fieldsIn(world, model),
      ...(forEach === undefined
        ? type === "find"
          ? { item: fieldsIn(world, model), roots: new Set([...roots, "item"]) }
          : {}
        : { item: fieldsIn(world, itemModelId(own, forEach)), roots: new Set([...roots, "item"]) }),
    }),
    source: (value, { world }) => {
      const rows = fieldsIn(world, value.model);
      return { own: rows, target: rows };
    },
    task: ({ model }, { world }) => {
      const rows = fieldsIn(world, model);
      return { own: rows, target: rows };
    },
    panel: (value, { own, world }) => {
      const rows = value.source === undefined ? own : sourceFields(value.source, world);
      return { own: rows, row: rows };
    },
    detail: (value, { own, world }) => {
      const rows =
        value.relation === undefined
          ? sourceFields(value.source, world)
          : fieldsIn(world, relatedModelId(own, String(value.relation)));
      return { outer: own, own: rows, row: rows, master: own };
    },
    rowPopover: ({ relation }, { own, world }) => {
      const rows = fieldsIn(world, relatedModelId(own, String(relation)));
      return { outer: own, own: rows, row: rows, master: own };
    },
    gridButton: ({ field }, { own, world }) => ({ target: fieldsIn(world, dictModelId(own, String(field))) }),
    button: ({ ask }, { own }): Partial<CheckContext> => {
      if (typeof ask !== "object" || ask === null) return {};
      return { form: fieldsNamed("弹窗询问的字段", Object.keys(ask), own?.model) };
    },
    view: (_value, { own }) => ({ row: own, form: own }),
    query: (_value, { own, queried }) => ({ own: queried ? queried.rows : own }),
  };

export function enterContext(
  definition: string,
  value: Values,
  context: CheckContext,
  key: string | number | undefined,
): CheckContext {
  const enter = Object.hasOwn(entering, definition) ? entering[definition] : undefined;
  return enter ? { ...context, ...enter(value, context, String(key ?? "")) } : context;
}

/** The model of the rows that a post goes through: of a relation, or stated. */
function itemModelId(own: Fields | undefined, forEach: unknown): unknown {
  return typeof forEach === "string" ? relatedModelId(own, forEach) : (forEach as Values | null)?.model;
}

/** The model whose rows a question's own dictionary offers. */
function askedModelId(asked: Values | undefined, name: string): unknown {
  const { dict } = ((asked && Object.hasOwn(asked, name) && asked[name]) || {}) as Values;
  return (dict as Values | undefined)?.model;
}

function queriedFields({ kind, source }: Values, world: World): CheckContext["queried"] {
  const { type, model } = (source ?? {}) as Values;
  return kind === "report" && type === "aggregate" ? { rows: fieldsIn(world, model) } : undefined;
}

function inlineFields({ fields }: Values): Fields | undefined {
  return typeof fields === "object" && fields !== null ? fieldsNamed("本页的 fields", Object.keys(fields)) : undefined;
}

/** A group is a field, or a date field with the length of its steps. */
function groupName(group: unknown): string {
  return typeof group === "object" && group !== null ? String((group as Values).field) : String(group);
}

/** What the rows of a source hold, as far as documents say. */
function sourceFields(source: unknown, world: World): Fields | undefined {
  const value = (source ?? {}) as Values;
  if (value.type === "model") return fieldsIn(world, value.model);
  if (value.type === "rest") return inlineFields(value);
  if (value.type === "cgreport") return reportFields(value.code, world);
  if (value.type !== "aggregate") return undefined;
  const rows = fieldsIn(world, value.model);
  const groups = Array.isArray(value.groupBy) ? value.groupBy.map(groupName) : [];
  // A group that is misspelt is told there; who names the column rightly is not to blame.
  const meant = groups.flatMap((name) => (rows && !hasField(rows, name) ? (nearest(name, rows.names) ?? []) : []));
  const names = [...groups, ...Object.keys((value.measures ?? {}) as object), ...meant];
  return fieldsNamed("汇总的列", names, rows?.model);
}

/** The columns and parameters of a shipped report; the console may have given it more. */
function reportFields(code: unknown, world: World): Fields | undefined {
  const report = world.rows.get("online/cgreport-head")?.find((row) => row.code === code);
  if (!report) return undefined;
  const listed = (part: unknown, key: string) =>
    Array.isArray(part) ? (part as readonly Values[]).map((row) => String(row[key])) : [];
  const names = [...listed(report.items, "fieldName"), ...listed(report.params, "paramName")];
  return { ...fieldsNamed(`报表${String(report.name ?? code)}`, names), isOpen: true };
}
