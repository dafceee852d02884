import { AppError } from "../../http/errors.ts";
import { quoted, refuse } from "../../http/refusal.ts";

/** What a driver's error code means for whoever asked. */
const unreachable = "连不上，请稍后重试或联系管理员";
const reasons: Readonly<Record<string, string>> = {
  "28P01": "用户名或密码不正确",
  "28000": "这个用户不允许连接",
  "3D000": "没有这个数据库",
  "42501": "这个用户没有读取的权限",
  "42P01": "没有查询的表，可能已改名",
  "42703": "没有查询的列，可能已改名",
  "25006": "只能读取，不能修改",
  ER_ACCESS_DENIED_ERROR: "用户名或密码不正确",
  ER_DBACCESS_DENIED_ERROR: "这个用户不能使用这个数据库",
  ER_TABLEACCESS_DENIED_ERROR: "这个用户没有读取的权限",
  ER_COLUMNACCESS_DENIED_ERROR: "这个用户没有读取的权限",
  ER_BAD_DB_ERROR: "没有这个数据库",
  ER_NO_SUCH_TABLE: "没有查询的表，可能已改名",
  ER_BAD_FIELD_ERROR: "没有查询的列，可能已改名",
  ER_PARSE_ERROR: "查询语句有语法错误",
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: "只能读取，不能修改",
  ER_DUP_FIELDNAME: "列名重复，请用 AS 给每一列起不同的名字",
  ENOTFOUND: "找不到这个主机",
  ECONNREFUSED: unreachable,
};
/** PostgreSQL's classes of errors in values and in texts. */
const classes: readonly (readonly [start: string, reason: string])[] = [
  ["22", "有的值不符合列的类型，请检查参数和条件"],
  ["42", "查询语句有错误"],
  ["08", unreachable],
  ["57P", unreachable],
];
const timeouts: ReadonlySet<string> = new Set(["57014", "ER_QUERY_TIMEOUT", "ER_STATEMENT_TIMEOUT", "1969", "3024"]);

/**
 * What is wrong with another system's database, naming the source and neither its address nor its driver's words.
 *
 * @returns an AppError as it came, QUERY_TIMEOUT, or INVALID with a reason
 */
export function sourceFailure(name: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = "", errno, message = "" } = error as { code?: string; errno?: number; message?: string };
  if (message === "Query read timeout" || timeouts.has(code) || timeouts.has(String(errno)))
    return new AppError("QUERY_TIMEOUT", { cause: error });
  const known = reasons[code] ?? classes.find(([start]) => /^[0-9A-Z]{5}$/.test(code) && code.startsWith(start))?.[1];
  const reason = known ?? "没有正常应答，请稍后重试或联系管理员";
  return refuse(`数据源${quoted(name)}：${reason}`);
}
