import { DatabaseError } from "../../../db/database.ts";
import { AppError } from "../../../http/errors.ts";
import { refuse } from "../../../http/refusal.ts";
import type { ParsedTree } from "./parse-report.ts";
import { namesIn, nodesOf, type SqlBody } from "./sql-tree.ts";
import { refuseAt } from "./text-place.ts";

/** Codes of PostgreSQL → what an author can do about it; `{name}` is a name of their own text. */
const reasons: Readonly<Record<string, string>> = {
  "42703": "没有列{name}",
  "42702": "列{name}不明确，请写明是哪个表的",
  "42P01": "没有表{name}",
  "42883": "函数或运算符{name}不适用于这些类型，请转换类型",
  "42725": "函数或运算符{name}不明确，请转换类型，例如 ${x}::int",
  "42803": "列{name}须出现在 GROUP BY 中，或放进聚合函数",
  "42804": "类型不一致{name}",
  "42846": "类型不能转换{name}",
  "42P18": "参数的类型不明确，请写明，例如 ${x}::int",
  "42P08": "参数的类型不明确，请写明，例如 ${x}::int",
  "42601": "语法错误{name}",
  "42701": "列名重复{name}",
  "42712": "表的别名重复{name}",
  "42P10": "引用的列不正确{name}",
  "42P19": "递归的写法不正确{name}",
  "42P20": "窗口函数的写法不正确{name}",
  "42809": "函数的用法不正确{name}",
  "42P21": "排序规则不一致{name}",
  "42P22": "排序规则不明确{name}",
  "0A000": "数据库不支持这种写法{name}",
  "21000": "子查询返回了多行",
  "22012": "除数为 0",
  "22P02": "值的格式与类型不符，不能转换",
  "22007": "日期或时间的格式不正确",
  "22008": "日期或时间超出范围",
  "22003": "数值超出范围",
  "22023": "函数的参数不正确",
  "2201B": "正则表达式不正确",
  "2201W": "LIMIT 不能为负数",
  "2201X": "OFFSET 不能为负数",
  "54001": "SQL 过于复杂，请拆分或简化",
  "54000": "SQL 过于复杂，请拆分或简化",
  "53200": "查询需要的内存过多，请缩小范围",
};

/** Where PostgreSQL puts a name into its messages. */
const named = [
  /column reference "([^"]+)"/,
  /column "([^"]+)"/,
  /column (\S+) does not exist/,
  /for table "([^"]+)"/,
  /table name "([^"]+)"/,
  /relation "([^"]+)"/,
  /function (?:pg_catalog\.)?(\w+)\(/,
  /aggregate function calls|window function/,
];

/**
 * A failure of the database as the author or reader of a report may see it: in Chinese, with the place where one can be
 * found, and nothing of the driver, the server or the rows. What is no fault of the text stays what it was.
 */
export function reportError(error: unknown, tree: ParsedTree): unknown {
  if (error instanceof AppError) return error;
  const coded = (error instanceof DatabaseError ? error.cause : error) as
    | { code?: unknown; message?: unknown }
    | undefined;
  const code = String(coded?.code ?? "");
  const reason = reasons[code] ?? (/^(22|42|54)/.test(code) ? "数据库不能执行此 SQL，请检查写法和参数的值" : undefined);
  if (reason === undefined) return error;
  const name = nameIn(String(coded?.message ?? ""));
  const location = name === undefined ? undefined : findName(tree.select, name);
  const text = reason.replace("{name}", name !== undefined && location !== undefined ? `“${name}”` : "");
  return location === undefined ? refuse(text) : refuseAt(tree.text, tree.indexOf(location), text);
}

function nameIn(message: string): string | undefined {
  const found = named.map((pattern) => pattern.exec(message)?.[1]).find((name) => name !== undefined);
  return found?.replace(/^.*\./, "");
}

/** Only names that the text itself has: the tree around it is nobody's business. */
function findName(select: SqlBody, name: string): number | undefined {
  for (const { kind, body } of nodesOf("SelectStmt", select)) {
    const names = kind === "ColumnRef" ? namesIn(body.fields) : kind === "FuncCall" ? namesIn(body.funcname) : [];
    if (kind === "RangeVar") names.push(String(body.relname));
    if (names.includes(name) && typeof body.location === "number") return body.location;
  }
  return undefined;
}
