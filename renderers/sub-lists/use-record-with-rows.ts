import { type RefObject, useState } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { readPage } from "../../runtime/wire/page.ts";
import { useLoad } from "../layouts/use-load.ts";
import { messages } from "../messages.ts";

interface RecordParts {
  readonly plan: ListPlan;
  readonly table: SubTablePlan;
  /** As the list knows it. */
  readonly row: Row;
  readonly services: ConsoleServices;
}

/** A record and its rows as they were read together. */
export interface OpenedRecord {
  readonly row: Row;
  readonly rows: readonly Row[];
  /** Grows with every reading: another one is another form. */
  readonly reading: number;
  /** The demand that it answers. */
  readonly demand: number;
}

/**
 * Reads a record with the rows of one relation, and again when the list shows another version of it. While somebody works
 * on the rows they stay as they are: the save says that the record is another one now.
 */
export function useRecordWithRows({ plan, table, row, services }: RecordParts, isDirty: RefObject<() => boolean>) {
  const [opened, setOpened] = useState<OpenedRecord | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  const [demand, setDemand] = useState(0);
  useLoad(
    async (signal) => {
      if (opened?.demand === demand && (isDirty.current() || opened.row.version === row.version)) return;
      setProblem(undefined);
      try {
        const [whole, rows] = await Promise.all([
          readRecord(services, plan, row, signal),
          readRows(services, table, row, signal),
        ]);
        if (signal.aborted) return;
        if (whole) setOpened({ row: whole, rows, reading: (opened?.reading ?? 0) + 1, demand });
        else setProblem(messages.conflict.gone);
      } catch (reason) {
        if (!signal.aborted) setProblem(reason);
      }
    },
    [services, plan, table, row.id, row.version, demand],
  );
  return {
    opened,
    /** Why it could not be read. */
    problem,
    /** What stands here is not what is stored any more. */
    isStale: opened !== undefined && opened.demand !== demand,
    /** Reads again, whatever was typed. */
    again: () => setDemand((count) => count + 1),
  };
}

async function readRecord(services: ConsoleServices, plan: ListPlan, row: Row, signal: AbortSignal) {
  if (plan.rowUrl === undefined) return row;
  const params = { id: row.id };
  return services.request<Row | null>({ method: "GET", url: plan.rowUrl, params, signal });
}

async function readRows(services: ConsoleServices, table: SubTablePlan, row: Row, signal: AbortSignal) {
  const params = { id: row.id, relation: table.relation };
  const result = await services.request<unknown>({
    method: "GET",
    url: `${table.base}/listByMainId`,
    params,
    signal,
  });
  return readPage(result).rows;
}
