import CodeOutlined from "@ant-design/icons/CodeOutlined";
import { Button, InputNumber, Skeleton } from "antd";
import { type ReactNode, useEffect, useReducer } from "react";
import { OneOf } from "../../renderers/editors/OneOf.tsx";
import { type SqlCatalogue, takeIn } from "../../renderers/editors/sql/report-sql.ts";
import { useCatalogue } from "../../renderers/editors/sql/use-sql.ts";
import { useFormScope } from "../../renderers/form/form-context.ts";
import type { ContentProps } from "../../renderers/registered-contents.ts";
import { buildReport } from "../../runtime/online-reports/build-sql.ts";
import {
  type BuildTable,
  emptyBuild,
  pathsOf,
  type ReportBuild,
  readBuild,
} from "../../runtime/online-reports/report-build.ts";
import { BuildColumns } from "./BuildColumns.tsx";
import { BuildFilter } from "./BuildFilter.tsx";
import { BuildSorts } from "./BuildSorts.tsx";
import { PathSelect } from "./PathSelect.tsx";
import { reportDesignerMessages } from "./report-preview-messages.ts";

const { build: texts } = reportDesignerMessages;

/** A report without SQL: a list, its fields and figures, conditions and order. Each change writes the statement anew. */
export function ReportBuilder({ services }: ContentProps) {
  const { session } = useFormScope();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  const { row } = session;
  const dbKey = String(row.dbSource ?? "");
  const { catalogue, isMissing } = useCatalogue("GET /online/cgreport/head/catalogue", dbKey, services);
  const build = readBuild(row.settings);
  const written = typeof row.cgrSql === "string" ? row.cgrSql.trim() : "";
  if (dbKey !== "") return <p className="sc-nothing">{texts.ownOnly}</p>;
  if (isMissing) return <p className="sc-nothing sc-bad">{texts.noCatalogue}</p>;
  if (!catalogue) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const tables = tablesOf(catalogue);
  const settings = typeof row.settings === "object" && row.settings !== null ? row.settings : {};

  const change = (next: ReportBuild) => {
    const built = buildReport(next, tables, texts.made);
    session.set({ settings: { ...settings, build: next }, cgrSql: built?.sql ?? "" });
    takeIn(session, "items", built?.fields ?? [], "fieldName");
    takeIn(session, "params", built?.params ?? [], "paramName");
  };
  const choose = async (name: string) => {
    const loses = build ? build.columns.length > 0 : written !== "";
    const question = { title: build ? texts.otherTable : texts.replaceSql, danger: true };
    if (loses && !(await services.confirm(question))) return;
    change(emptyBuild(name));
  };
  const release = async () => {
    if (!(await services.confirm({ title: texts.toSqlTitle, content: texts.toSqlText }))) return;
    const { build: _build, ...kept } = settings as { readonly build?: unknown };
    session.set({ settings: kept });
    services.notify("success", texts.released);
  };
  const table = build && tables.get(build.table);
  return (
    <div className="sc-stack sc-airy sc-bar">
      <Part title={texts.table}>
        <div className="sc-line sc-wrap">
          <OneOf
            className="sc-grow"
            label={texts.table}
            placeholder={texts.chooseTable}
            choices={catalogue.tables.map(({ name, title }) => ({ value: name, label: title }))}
            value={build?.table}
            onChange={(name) => void choose(name)}
          />
          {build ? (
            <Button icon={<CodeOutlined aria-hidden="true" />} onClick={() => void release()}>
              {texts.toSql}
            </Button>
          ) : null}
        </div>
        {build ? null : <p className="sc-hint">{written === "" ? texts.hint : texts.isSql}</p>}
        {build && !table ? <p className="sc-hint sc-bad">{texts.goneTable(build.table)}</p> : null}
      </Part>
      {build && table ? <Parts key={table.name} build={build} table={table} tables={tables} onChange={change} /> : null}
    </div>
  );
}

interface PartsProps {
  readonly build: ReportBuild;
  readonly table: BuildTable;
  readonly tables: ReadonlyMap<string, BuildTable>;
  onChange(build: ReportBuild): void;
}

function Parts({ build, table, tables, onChange }: PartsProps) {
  const paths = pathsOf(table, tables);
  return (
    <>
      <Part title={texts.columns}>
        <BuildColumns build={build} paths={paths} onChange={onChange} />
      </Part>
      <Part title={texts.where}>
        <BuildFilter build={build} paths={paths} onChange={onChange} />
      </Part>
      <Part title={texts.asks}>
        <PathSelect
          label={texts.asks}
          placeholder={texts.chooseAsks}
          paths={paths}
          value={build.asks}
          onChange={(asks) => onChange({ ...build, asks })}
        />
        <p className="sc-hint">{texts.asksHint}</p>
      </Part>
      <Part title={texts.sort}>
        <BuildSorts build={build} paths={paths} onChange={onChange} />
        <InputNumber
          addonBefore={texts.limit}
          aria-label={texts.limit}
          placeholder={texts.all}
          min={1}
          max={10_000}
          precision={0}
          value={build.limit ?? null}
          onChange={(limit) => onChange({ ...build, limit: limit ?? undefined })}
        />
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="sc-stack sc-tight" aria-label={title}>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

const byCatalogue = new WeakMap<SqlCatalogue, ReadonlyMap<string, BuildTable>>();

function tablesOf(catalogue: SqlCatalogue): ReadonlyMap<string, BuildTable> {
  const tables = byCatalogue.get(catalogue) ?? new Map(catalogue.tables.map((table) => [table.name, table]));
  byCatalogue.set(catalogue, tables);
  return tables;
}
