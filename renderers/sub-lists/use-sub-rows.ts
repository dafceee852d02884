import { useState } from "react";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { answeredPage } from "../../runtime/react/answered-page.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { useEvent } from "../layouts/use-event.ts";
import { useLoad } from "../layouts/use-load.ts";

export type LoadedRows =
  | { readonly kind: "loading" }
  /** `total` counts all rows, also those that were not read. */
  | { readonly kind: "ready"; readonly rows: readonly Row[]; readonly total: number }
  | { readonly kind: "failed"; readonly reason: unknown };

const limit = 100;
const loading: LoadedRows = { kind: "loading" };

/** Reads the rows of one sub-list of a master row; the second part reads them again. */
export function useSubRows(
  services: ConsoleServices,
  table: SubTablePlan,
  row: Row,
  onCount?: (count: number) => void,
): readonly [LoadedRows, () => void] {
  const tell = useEvent((count: number) => onCount?.(count));
  const [loaded, setLoaded] = useState<LoadedRows>(loading);
  const [round, setRound] = useState(0);
  useLoad(
    (signal) => {
      setLoaded(loading);
      return readSubRows(services, table, row, signal).then(
        (next) => {
          if (signal.aborted) return;
          setLoaded(next);
          if (next.kind === "ready") tell(next.total);
        },
        (reason) => {
          if (signal.aborted) return;
          setLoaded({ kind: "failed", reason });
        },
      );
    },
    [services, table, row, round, tell],
  );
  return [loaded, () => setRound((count) => count + 1)];
}

async function readSubRows(
  services: ConsoleServices,
  table: SubTablePlan,
  row: Row,
  signal: AbortSignal,
): Promise<LoadedRows> {
  const { base, link } = table;
  const byLink = link ? { [link.field]: row[link.masterField], pageNo: 1, pageSize: limit } : undefined;
  const result = await services.request<unknown>({
    method: "GET",
    url: byLink ? `${base}/list` : `${base}/listByMainId`,
    params: byLink ?? { id: row.id, relation: table.relation },
    signal,
  });
  const page = answeredPage(result);
  return { kind: "ready", rows: page.rows, total: page.total };
}
