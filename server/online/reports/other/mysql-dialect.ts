import type { SourceRun } from "../report-source.ts";
import type { ReportColumn, WireColumnType } from "../sql/report-sql.ts";
import { bindMysqlText, readMysqlText } from "./mysql-text.ts";
import { mysqlName, mysqlWhere } from "./mysql-where.ts";
import type { OtherDialect } from "./other-source.ts";

/** Type numbers of MySQL → types of the wire; all others are texts. */
const wireTypes: Readonly<Record<number, WireColumnType>> = {
  0: "BigDecimal",
  1: "Integer",
  2: "Integer",
  3: "Integer",
  4: "BigDecimal",
  5: "BigDecimal",
  7: "Datetime",
  8: "Long",
  9: "Integer",
  10: "Date",
  12: "Datetime",
  13: "Integer",
  246: "BigDecimal",
};

const nobody = {
  username: "",
  realname: "",
  userId: "",
  orgCode: "",
  orgCodes: [],
  tenantId: 0,
} as unknown as SourceRun["caller"];

/** @param clock now in the business time zone, for the system variables */
export function mysqlDialect(clock: () => string): OtherDialect {
  const bound = ({
    text,
    caller,
    values = {},
    defaults = {},
  }: Pick<SourceRun, "text" | "caller" | "values" | "defaults">) =>
    bindMysqlText(readMysqlText(text), { caller, now: clock(), values, defaults });
  const wrapped = (request: SourceRun) => {
    const inner = bound(request);
    const where = mysqlWhere(request.where ?? { kind: "every", of: [] });
    return { text: `from (${inner.text}) as t where ${where.text}`, values: [...inner.values, ...where.values] };
  };
  return {
    title: "MySQL",
    typeOf: (typeId) => wireTypes[typeId] ?? "String",
    params: async (text) => readMysqlText(text).params,
    empty: async (text) => {
      const inner = bound({ text, caller: nobody });
      return { text: `select * from (${inner.text}) as t limit 0`, values: inner.values };
    },
    page: async (request, columns) => {
      const { text, values } = wrapped(request);
      const order = (request.sort ?? []).map(({ column, order }) => `${mysqlName(column)} ${order}`);
      const { pageNo, pageSize } = request.page;
      return {
        text: `select ${names(columns)} ${text}${order.length > 0 ? ` order by ${order.join(", ")}` : ""} limit ? offset ?`,
        values: [...values, pageSize, (pageNo - 1) * pageSize],
      };
    },
    figures: async (request) => {
      const { text, values } = wrapped(request);
      const sums = (request.totals ?? []).map((name) => `, sum(${mysqlName(name)})`).join("");
      return { text: `select count(*)${sums} ${text}`, values };
    },
  };
}

const names = (columns: readonly ReportColumn[]): string => columns.map(({ name }) => mysqlName(name)).join(", ");
