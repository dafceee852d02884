import { modelOfTable } from "../../../../runtime/model/model-of-table.ts";
import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { isFormModel } from "../../../../runtime/online-forms/names.ts";
import { quoted } from "../../../http/refusal.ts";
import { type AsSelect, type ParsedTree, parseReport } from "../../reports/sql/parse-report.ts";
import type { SqlBody, SqlNode } from "../../reports/sql/sql-tree.ts";
import { refuseAt } from "../../reports/sql/text-place.ts";

/**
 * A stored statement as the engine runs it: the rows that a SELECT finds, given the caller's rules like any report, are
 * added, edited or removed one by one as a person would. No statement of an author ever writes by itself.
 */
export interface SqlChange {
  readonly kind: "add" | "edit" | "remove";
  readonly modelId: string;
  /** Names that the SELECT gives to the values of fields. */
  readonly fields: readonly string[];
  readonly select: ParsedTree;
}

type Refuse = (reason: string) => Error;
type Models = ReadonlyMap<string, ResolvedModel>;

/**
 * Reads one UPDATE, INSERT or DELETE over the table of an online form.
 *
 * @param columns those of the form that the button belongs to: `#{column}` is the record's value
 * @throws AppError INVALID with place
 */
export async function readChange(text: string, models: Models, columns: ReadonlySet<string>): Promise<SqlChange> {
  let found: Omit<SqlChange, "select"> | undefined;
  const asSelect: AsSelect = (kind, body, refuse) => {
    const reader = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
    if (!reader) throw refuse("只能是一条 UPDATE、INSERT 或 DELETE 语句");
    const made = reader(body, models, refuse);
    found = made.change;
    return made.select;
  };
  const select = await parseReport(withRecord(text, columns), models, asSelect);
  if (!found) throw new Error("a statement that was read has a reader");
  const stranger = select.params.find(({ name, kind }) => kind === "param" && !columns.has(name));
  if (stranger) {
    const start = text
      .split("\n")
      .slice(0, stranger.place.line - 1)
      .join("\n").length;
    throw refuseAt(text, start + stranger.place.column, `表单没有字段${quoted(stranger.name)}`);
  }
  return { ...found, select };
}

/** `#{column}` is the record's value before it is a variable of the session; both are written with as many characters. */
const withRecord = (text: string, columns: ReadonlySet<string>): string =>
  text.replace(/#(\{([^{}]*)\})/g, (whole, rest: string, name: string) => (columns.has(name) ? `$${rest}` : whole));

interface Made {
  readonly change: Omit<SqlChange, "select">;
  readonly select: SqlBody;
}

const readers: Readonly<Record<string, (body: SqlBody, models: Models, refuse: Refuse) => Made>> = {
  UpdateStmt: (body, models, refuse) => {
    const { relation, targetList, whereClause } = partsOf(body, ["relation", "targetList", "whereClause"], refuse);
    const { model, table } = targetOf(relation, models, refuse);
    if (!whereClause) throw refuse("UPDATE 须有 WHERE，说明修改哪些行");
    const targets = nodesIn(targetList, "ResTarget");
    const fields = targets.map(({ name }) => fieldOf(model, name, refuse));
    return {
      change: { kind: "edit", modelId: model.id, fields },
      select: selectOf([...ownColumns(table), ...targets.map((body) => ({ ResTarget: body }))], relation, whereClause),
    };
  },
  DeleteStmt: (body, models, refuse) => {
    const { relation, whereClause } = partsOf(body, ["relation", "whereClause"], refuse);
    const { model, table } = targetOf(relation, models, refuse);
    if (!whereClause) throw refuse("DELETE 须有 WHERE，说明删除哪些行");
    return {
      change: { kind: "remove", modelId: model.id, fields: [] },
      select: selectOf(ownColumns(table), relation, whereClause),
    };
  },
  InsertStmt: (body, models, refuse) => {
    const { relation, cols, selectStmt } = partsOf(body, ["relation", "cols", "selectStmt", "override"], refuse);
    const { model } = targetOf(relation, models, refuse);
    const names = nodesIn(cols, "ResTarget").map(({ name }) => name);
    if (names.length === 0) throw refuse("INSERT 须写出列名");
    const fields = names.map((name) => fieldOf(model, name, refuse));
    const select = (selectStmt as SqlNode | undefined)?.SelectStmt;
    const values = select && oneSource(select, refuse);
    if (!select || !values || values.length !== names.length) throw refuse("INSERT 的列与值须一一对应");
    const targetList = values.map((body, at) => ({ ResTarget: { ...body, name: names[at] } }));
    const { valuesLists: _values, ...rest } = select;
    return { change: { kind: "add", modelId: model.id, fields }, select: { ...rest, targetList } };
  },
};

/** The values of one row, or the columns of a SELECT. */
function oneSource(select: SqlBody, refuse: Refuse): readonly SqlBody[] | undefined {
  if (!select.valuesLists) return select.targetList ? nodesIn(select.targetList, "ResTarget") : undefined;
  const [row, second] = nodesIn(select.valuesLists, "List");
  if (second) throw refuse("一次只能插入一行；多行请用 INSERT … SELECT");
  return ((row?.items ?? []) as SqlNode[]).map((val) => ({ val }));
}

function partsOf(body: SqlBody, known: readonly string[], refuse: Refuse): SqlBody {
  const stranger = Object.keys(body).find((key) => !known.includes(key));
  if (stranger !== undefined) throw refuse(`不支持 ${unsupported[stranger] ?? `这种写法（${stranger}）`}`);
  return body;
}

const unsupported: Readonly<Record<string, string>> = {
  fromClause: "UPDATE … FROM，请用子查询",
  usingClause: "DELETE … USING，请用子查询",
  returningList: "RETURNING",
  returningClause: "RETURNING",
  onConflictClause: "ON CONFLICT",
  withClause: "WITH，请用子查询",
};

/** Only tables that administrators made: those of the product have calls of their own. */
function targetOf(relation: unknown, models: Models, refuse: Refuse) {
  const { relname, schemaname, alias } = (relation ?? {}) as SqlBody;
  const model = schemaname === undefined ? modelOfTable(models.values(), String(relname)) : undefined;
  if (!model || !isFormModel(model.id)) throw refuse(`只能修改在线表单的表，不能修改${quoted(relname)}`);
  return { model, table: String((alias as SqlBody | undefined)?.aliasname ?? relname) };
}

function fieldOf(model: ResolvedModel, column: unknown, refuse: Refuse): string {
  const field = [...model.fields.values()].find((one) => one.column === column);
  if (!field || field.system || field.readOnly) throw refuse(`不能写入列${quoted(column)}`);
  return field.name;
}

/** A row that somebody else changed meanwhile has another version: the engine refuses it. */
const ownColumns = (table: string): SqlNode[] =>
  ["id", "version"].map((column) => ({
    ResTarget: {
      name: `row_${column}`,
      val: { ColumnRef: { fields: [{ String: { sval: table } }, { String: { sval: column } }] } },
    },
  }));

const selectOf = (targetList: readonly SqlNode[], relation: unknown, whereClause: unknown): SqlBody => ({
  targetList: [...targetList],
  fromClause: [{ RangeVar: relation as SqlBody }],
  whereClause,
  limitOption: "LIMIT_OPTION_DEFAULT",
  op: "SETOP_NONE",
});

const nodesIn = (list: unknown, kind: string): SqlBody[] =>
  ((list ?? []) as SqlNode[]).flatMap((node) => (node[kind] ? [node[kind] as SqlBody] : []));
