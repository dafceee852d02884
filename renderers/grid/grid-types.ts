import type { Row } from "../../runtime/model/resolved-model.ts";

/** How one cell stands now. */
export interface CellState {
  readonly visible: boolean;
  readonly disabled: boolean;
}

/** What the place of a table decides: a form asks its rules, a table of its own leaves these out. */
export interface GridHost {
  cellState?(index: number, key: string): CellState;
  /** Runs inside the transaction of every write: fills in what follows from it. */
  follow?(): void;
  /** A person left a cell with another value. */
  settled?(id: string, key: string): void;
  newRow?(given: Row): Row;
  /** Whether rows may be added or removed as things stand; absent = always. */
  isOffered?(what: "add" | "remove"): boolean;
}

export interface GridLimits {
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  /** Most rows; undefined = any number. */
  readonly max: number | undefined;
  /** Rows of a page; undefined = all rows stand on one. */
  readonly pageSize?: number | undefined;
  /** Words of the buttons; undefined = the usual ones. */
  readonly addLabel?: string | undefined;
  readonly removeLabel?: string | undefined;
}

export interface CellPlace {
  readonly id: string;
  readonly key: string;
}

export interface ActiveCell extends CellPlace {
  readonly isEditing: boolean;
  /** What was typed before the editor was there; undefined = the present value. */
  readonly typed: string | undefined;
}

export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}
