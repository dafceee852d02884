import { formatDialect, mysql, postgresql } from "sql-formatter";

const custom = [{ regex: String.raw`\$\{[^}]*\}` }, { regex: String.raw`#\{[^}]*\}` }];

/** @throws Error for a text that is no statement */
export function formatSql(text: string, dialect: string | undefined): string {
  return formatDialect(text, {
    dialect: /mysql|maria/i.test(dialect ?? "") ? mysql : postgresql,
    keywordCase: "lower",
    functionCase: "lower",
    tabWidth: 2,
    paramTypes: { custom },
  });
}
