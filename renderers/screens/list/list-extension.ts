import type { ReactNode } from "react";
import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { AddressBar } from "../../../runtime/react/address-bar.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { Density, TableBranches } from "../../table/table-layout.ts";
import type { ListShared } from "./list-shared.ts";

/** What the other kinds of list add to the plain one. Functions keep their identity while the screen lives. */
export interface ListExtension {
  /** Rows from elsewhere than `{base}/list`. */
  readonly createStore?: (
    plan: ListPlan,
    services: ConsoleServices,
    address: AddressBar,
    fixed: Readonly<Record<string, unknown>>,
  ) => ListStore;
  /** Rows that open. */
  readonly branches?: (shared: ListShared) => TableBranches;
  /** In place of the pager. */
  readonly foot?: (shared: ListShared) => ReactNode;
  /** Between the conditions and the rows. */
  readonly above?: (shared: ListShared) => ReactNode;
  /** Below the table's card; on a phone each card has a way there. */
  readonly below?: (shared: ListShared) => ReactNode;
  /** On a row's card on a phone: the way to what stands below it on a wide screen. */
  readonly onCard?: (shared: ListShared, row: Row) => ReactNode;
  /** Left of everything; above it on a phone. */
  readonly aside?: (shared: ListShared) => ReactNode;
  /** Rows always this close, whatever the person chose. */
  readonly density?: Density;
  /** The table on a phone too: cards would lose the way rows hang together. */
  readonly tableOnPhone?: boolean;
}
