import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { RequestNumber } from "../layouts/RequestNumber.tsx";
import { messages } from "../messages.ts";
import { RecordList } from "../sub-lists/RecordList.tsx";
import { RowsTable } from "../sub-lists/RowsTable.tsx";
import { useSubRows } from "../sub-lists/use-sub-rows.ts";

interface SubRowsProps {
  readonly table: SubTablePlan;
  /** The record that the rows belong to. */
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
}

/** Rows that belong to a stored record: a list of their own where the document asks for more than columns. */
export function SubRows(props: SubRowsProps) {
  const { table, row, services } = props;
  if (table.report) return <ReportBelow report={table.report} link={table.link} row={row} services={services} />;
  return table.list ? <RecordList list={table.list} row={row} services={services} /> : <ReadRows {...props} />;
}

const ScreenHost = lazyPart(() => import("../screens/ScreenHost.tsx").then((part) => ({ default: part.ScreenHost })));

interface ReportBelowProps extends Pick<SubRowsProps, "row" | "services"> {
  readonly report: NonNullable<SubTablePlan["report"]>;
  readonly link: SubTablePlan["link"];
}

/** What a report says about the record, with the rights of whoever looks. */
function ReportBelow({ report, link, row, services }: ReportBelowProps) {
  const address = useMemo(() => memoryAddress(), []);
  const value = link && row[link.masterField];
  const params = useMemo(() => (link ? { [link.field]: value } : {}), [link, value]);
  return (
    <LazyBoundary fallback={<ProgressBar />}>
      <ScreenHost
        screenId={`report/${report.code}`}
        document={report.document}
        params={params}
        services={services}
        address={address}
      />
    </LazyBoundary>
  );
}

/** Rows to read: the one table, bordered, below its group title. */
const ReadRows = observer(function ReadRows({ table, row, services, dictionaries, cells }: SubRowsProps) {
  const [loaded, retry] = useSubRows(services, table, row);
  if (loaded.kind === "failed") {
    return (
      <p className="sc-sub-note" role="alert">
        {textOfReason(loaded.reason)}{" "}
        <Button type="link" onClick={retry}>
          {messages.states.retry}
        </Button>{" "}
        <RequestNumber reason={loaded.reason} />
      </p>
    );
  }
  const isEmpty = loaded.kind === "ready" && loaded.rows.length === 0;
  if (isEmpty) return <p className="sc-sub-note">{messages.detail.noRows(table.title)}</p>;
  return (
    <div className="sc-sub sc-box">
      <RowsTable
        table={table}
        services={services}
        rows={loaded.kind === "ready" ? loaded.rows : noRows}
        context={cells}
        dictVersion={dictionaries.version}
        loading={loaded.kind === "loading"}
        empty={null}
      />
    </div>
  );
});

const noRows: readonly Row[] = [];
