import type { BuildTable } from "../../../runtime/online-reports/report-build.ts";
import type { CatalogueTable, ReportColumn } from "./sql/report-sql.ts";

/** A dictionary of codes goes with the column; rows of a model are better joined in the text. */
export const dictCodeOf = (dict: ReportColumn["dict"]) => (dict?.kind === "code" ? { dictCode: dict.code } : {});

/** The catalogue as the designer and the builder read it. */
export const buildTables = (tables: readonly CatalogueTable[]): readonly BuildTable[] =>
  tables.map(({ name, title, columns }) => ({
    name,
    title,
    columns: columns.map(({ dict, ref, ...column }) => ({ ...column, ...dictCodeOf(dict), ...(ref ? { ref } : {}) })),
  }));
