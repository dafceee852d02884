/** One node as the parser writes it: a single key, the kind, over its body. An empty object is a place left out. */
export type SqlNode = Readonly<Record<string, SqlBody>>;
export type SqlBody = Record<string, unknown>;

/**
 * What stands under a key: nothing to look into, a node with its kind, a list of such, or a body whose kind is always the
 * named one.
 */
type Holds = "plain" | "node" | "nodes" | { readonly body: string };

const at = { location: "plain" } as const;
const window = {
  name: "plain",
  refname: "plain",
  partitionClause: "nodes",
  orderClause: "nodes",
  frameOptions: "plain",
  startOffset: "node",
  endOffset: "node",
  ...at,
} as const;

/**
 * Every construct that a report may use. What is not named here is refused, so a new kind of statement is harmless until
 * somebody has thought about it.
 */
export const shapes: Readonly<Record<string, Readonly<Record<string, Holds>>>> = {
  SelectStmt: {
    distinctClause: "nodes",
    targetList: "nodes",
    fromClause: "nodes",
    whereClause: "node",
    groupClause: "nodes",
    groupDistinct: "plain",
    havingClause: "node",
    windowClause: "nodes",
    valuesLists: "nodes",
    sortClause: "nodes",
    limitOffset: "node",
    limitCount: "node",
    limitOption: "plain",
    withClause: { body: "WithClause" },
    op: "plain",
    all: "plain",
    larg: { body: "SelectStmt" },
    rarg: { body: "SelectStmt" },
  },
  WithClause: { ctes: "nodes", recursive: "plain", ...at },
  CommonTableExpr: { ctename: "plain", aliascolnames: "nodes", ctematerialized: "plain", ctequery: "node", ...at },
  ResTarget: { name: "plain", val: "node", ...at },
  RangeVar: { relname: "plain", inh: "plain", relpersistence: "plain", alias: { body: "Alias" }, ...at },
  RangeSubselect: { lateral: "plain", subquery: "node", alias: { body: "Alias" } },
  RangeFunction: {
    lateral: "plain",
    ordinality: "plain",
    is_rowsfrom: "plain",
    functions: "nodes",
    alias: { body: "Alias" },
  },
  JoinExpr: {
    jointype: "plain",
    isNatural: "plain",
    larg: "node",
    rarg: "node",
    usingClause: "nodes",
    join_using_alias: { body: "Alias" },
    quals: "node",
    alias: { body: "Alias" },
  },
  Alias: { aliasname: "plain", colnames: "nodes" },
  ColumnRef: { fields: "nodes", ...at },
  A_Star: {},
  String: { sval: "plain" },
  A_Const: { ival: "plain", fval: "plain", boolval: "plain", sval: "plain", isnull: "plain", ...at },
  ParamRef: { number: "plain", ...at },
  A_Expr: {
    kind: "plain",
    name: "nodes",
    lexpr: "node",
    rexpr: "node",
    rexpr_list_start: "plain",
    rexpr_list_end: "plain",
    ...at,
  },
  BoolExpr: { boolop: "plain", args: "nodes", ...at },
  NullTest: { arg: "node", nulltesttype: "plain", ...at },
  BooleanTest: { arg: "node", booltesttype: "plain", ...at },
  CaseExpr: { arg: "node", args: "nodes", defresult: "node", ...at },
  CaseWhen: { expr: "node", result: "node", ...at },
  CoalesceExpr: { args: "nodes", ...at },
  MinMaxExpr: { op: "plain", args: "nodes", ...at },
  TypeCast: { arg: "node", typeName: { body: "TypeName" }, ...at },
  TypeName: { names: "nodes", typmods: "nodes", typemod: "plain", arrayBounds: "nodes", ...at },
  Integer: { ival: "plain" },
  SubLink: { subLinkType: "plain", testexpr: "node", operName: "nodes", subselect: "node", ...at },
  FuncCall: {
    funcname: "nodes",
    args: "nodes",
    agg_order: "nodes",
    agg_filter: "node",
    over: { body: "WindowDef" },
    agg_within_group: "plain",
    agg_star: "plain",
    agg_distinct: "plain",
    funcformat: "plain",
    ...at,
  },
  NamedArgExpr: { name: "plain", arg: "node", argnumber: "plain", ...at },
  WindowDef: window,
  SortBy: { node: "node", sortby_dir: "plain", sortby_nulls: "plain", ...at },
  GroupingSet: { kind: "plain", content: "nodes", ...at },
  GroupingFunc: { args: "nodes", ...at },
  A_ArrayExpr: { elements: "nodes", list_start: "plain", list_end: "plain", ...at },
  A_Indirection: { arg: "node", indirection: "nodes" },
  A_Indices: { is_slice: "plain", lidx: "node", uidx: "node" },
  RowExpr: { args: "nodes", row_format: "plain", ...at },
  List: { items: "nodes" },
  SQLValueFunction: { op: "plain", typmod: "plain", ...at },
};

/** A node where it stands. */
export interface Slot {
  readonly kind: string;
  readonly body: SqlBody;
  /** Key of the parent's body. */
  readonly key: string;
  /** Puts another node in its place; where the kind is fixed, the body of the same kind. */
  readonly replace: (node: SqlNode) => void;
}

/** The nodes right below one, in the order of the table above. Kinds that are not named there have none. */
export function childrenOf(kind: string, body: SqlBody): Slot[] {
  return Object.entries(shapes[kind] ?? {}).flatMap(([key, holds]): Slot[] => {
    const value = body[key];
    if (value === undefined || holds === "plain") return [];
    if (holds === "nodes") return listSlots(key, value as SqlNode[]);
    if (holds === "node") return slotsOf(key, value as SqlNode, (node) => (body[key] = node));
    const replace = (node: SqlNode) => {
      if (!node[holds.body]) throw new Error(`${kind}.${key} holds a ${holds.body}`);
      body[key] = node[holds.body];
    };
    return [{ kind: holds.body, body: value as SqlBody, key, replace }];
  });
}

function listSlots(key: string, list: SqlNode[]): Slot[] {
  return list.flatMap((node, index) => slotsOf(key, node, (other) => (list[index] = other)));
}

function slotsOf(key: string, node: SqlNode, replace: (node: SqlNode) => unknown): Slot[] {
  const [entry] = Object.entries(node);
  return entry ? [{ kind: entry[0], body: entry[1], key, replace: (other) => void replace(other) }] : [];
}

/** Every node of a tree, parents first. */
export function* nodesOf(kind: string, body: SqlBody): Generator<Slot> {
  for (const slot of childrenOf(kind, body)) {
    yield slot;
    yield* nodesOf(slot.kind, slot.body);
  }
}

/** Texts of a list of `String` nodes: parts of a name. A `*` among them is left out. */
export function namesIn(list: unknown): string[] {
  return ((list ?? []) as SqlNode[]).flatMap(({ String: text }) => (text ? [String(text.sval ?? "")] : []));
}

export const stringNode = (text: string): SqlNode => ({ String: { sval: text } });
export const textConstant = (text: string): SqlNode => ({ A_Const: { sval: { sval: text } } });
export const castNode = (arg: SqlNode, type: string): SqlNode => ({
  TypeCast: { arg, typeName: { names: [stringNode(type)], typemod: -1 } },
});
export const joinedTexts = (left: SqlNode, right: SqlNode): SqlNode => ({
  A_Expr: { kind: "AEXPR_OP", name: [stringNode("||")], lexpr: left, rexpr: right },
});
