import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { messages } from "../messages.ts";
import { cellClass } from "./TableRow.tsx";
import type { TableLayout } from "./table-layout.ts";

interface TableFootProps {
  readonly columns: readonly ColumnPlan[];
  readonly layout: TableLayout;
  /** Of the page; undefined where none is shown, because the groups of the list are closed. */
  readonly rows: readonly Row[] | undefined;
  /** Names of the fields that are summed. */
  readonly totals: readonly string[];
  /** Sums over the whole query, as the server answered them. */
  readonly queryTotals: Row | undefined;
  readonly hasActions: boolean;
}

/** Below each summed column the sum of the page, where rows are shown, and, smaller, the sum over the whole query. */
export function TableFoot({ columns, layout, rows, totals, queryTotals, hasActions }: TableFootProps) {
  const names = summedNames(columns, totals);
  const foot = useRef<HTMLTableSectionElement>(null);
  const outOfSight = useOutOfSight(foot, [...names].join(), hasActions);
  if (names.size === 0) return null;
  const labelAt = columns.findIndex((column) => !names.has(column.name));
  const labelPlace = { left: layout.lead.reduce((sum, width) => sum + width, 0) };
  const sums = sumLines(rows, queryTotals, names);
  if (sums.length === 0) return null;
  /** Sums that stand below other columns are told beside their label, by name. */
  const told = ({ label, of }: (typeof sums)[number]) => (
    <>
      {label}
      {columns
        .filter(({ name }) => outOfSight.has(name))
        .map((column) => (
          <span key={column.name} className="sc-foot-told">
            {column.title} {sumText(column, of(column))}
          </span>
        ))}
    </>
  );
  return (
    <tfoot ref={foot}>
      <tr>
        {layout.lead.map((width, index) => (
          <td key={width} className="sc-pin" style={{ left: index === 0 ? 0 : layout.lead[0] }} />
        ))}
        {columns.map((column, index) =>
          index === labelAt ? (
            <td key={column.name} className="sc-pin sc-foot-label" style={labelPlace}>
              <TwoLines lines={sums.map(told)} />
            </td>
          ) : (
            <td
              key={column.name}
              className={cellClass(column)}
              style={layout.pinned.get(column.name)}
              data-sum={names.has(column.name) ? column.name : undefined}
            >
              {names.has(column.name) && !outOfSight.has(column.name) ? (
                <TwoLines lines={sums.map(({ of }) => sumText(column, of(column)))} />
              ) : null}
            </td>
          ),
        )}
        {hasActions ? <td className="sc-pin sc-pin-right" style={{ right: 0 }} /> : null}
      </tr>
    </tfoot>
  );
}

interface SumLine {
  readonly label: string;
  readonly of: (column: ColumnPlan) => unknown;
}

/** One line where the page has all rows: the same sums twice would only make people compare them. */
function sumLines(
  rows: readonly Row[] | undefined,
  queryTotals: Row | undefined,
  names: ReadonlySet<string>,
): readonly SumLine[] {
  const { onlyTotal, pageTotal, queryTotal } = messages.list;
  const ofPage = ({ name }: ColumnPlan) => pageSum(rows ?? [], name);
  const ofQuery = ({ name }: ColumnPlan) => queryTotals?.[name];
  if (!queryTotals) return rows ? [{ label: pageTotal, of: ofPage }] : [];
  if (!rows) return [{ label: queryTotal, of: ofQuery }];
  const isAll = [...names].every((name) => pageSum(rows, name) === pageSum([queryTotals], name));
  if (isAll) return [{ label: onlyTotal, of: ofQuery }];
  return [
    { label: pageTotal, of: ofPage },
    { label: queryTotal, of: ofQuery },
  ];
}

/** Names of the summed columns that are not wholly seen: scrolled away, or below the pinned buttons. */
function useOutOfSight(foot: RefObject<HTMLElement | null>, names: string, hasActions: boolean): ReadonlySet<string> {
  const [outOfSight, setOutOfSight] = useState<ReadonlySet<string>>(noNames);
  useEffect(() => {
    const root = foot.current?.closest(".sc-table-scroll");
    if (!root || names === "") return;
    const buttons = hasActions ? (foot.current?.querySelector<HTMLElement>("td:last-child")?.offsetWidth ?? 0) : 0;
    const observer = new IntersectionObserver(
      (entries) =>
        setOutOfSight((before) => {
          const after = new Set(before);
          for (const { target, intersectionRatio } of entries) {
            const { sum = "" } = (target as HTMLElement).dataset;
            if (intersectionRatio < mostly) after.add(sum);
            else after.delete(sum);
          }
          return after;
        }),
      { root, rootMargin: `0px ${-buttons}px 0px 0px`, threshold: mostly },
    );
    for (const cell of foot.current?.querySelectorAll("[data-sum]") ?? []) observer.observe(cell);
    return () => observer.disconnect();
  }, [foot, names, hasActions]);
  return outOfSight;
}

const noNames: ReadonlySet<string> = new Set();
/** The room before a number may be cut. */
const mostly = 0.9;

function TwoLines({ lines: [first, second] }: { readonly lines: readonly ReactNode[] }) {
  return (
    <>
      {first}
      {second === undefined ? null : <small>{second}</small>}
    </>
  );
}

/** Columns that have a sum below them. */
export function summedNames(columns: readonly ColumnPlan[], totals: readonly string[]): ReadonlySet<string> {
  const summed = columns.filter(({ name, summary }) => totals.includes(name) || summary === "sum");
  return new Set(summed.map(({ name }) => name));
}

function sumText(column: ColumnPlan, value: unknown): string {
  return value === undefined || value === null ? messages.dash : formatNumber(value, column.field.scale);
}

/** Adds in units of the last decimal, so that cents never drift. */
export function pageSum(rows: readonly Row[], name: string): number {
  const units = rows.reduce((sum, row) => sum + Math.round((Number(row[name]) || 0) * 1_000_000), 0);
  return units / 1_000_000;
}
