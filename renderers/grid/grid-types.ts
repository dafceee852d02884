import type { Row } from "../../runtime/model/resolved-model.ts";
import type { TreeHost } from "./grid-tree.ts";

/** How one cell stands now. */
export interface CellState {
  readonly visible: boolean;
  readonly disabled: boolean;
}

/** What the place of a table decides: a form asks its rules, a table of its own leaves these out. */
export interface GridHost {
  cellState?(index: number, key: string): CellState;
  /** What a cell is told beside its value as its row stands. */
  hint?(row: Row, key: string): string | undefined;
  /** Runs inside the transaction of every write: fills in what follows from it. */
  follow?(): void;
  /** A person gave these cells another value, one by one or as a block. */
  settled?(places: readonly CellPlace[]): void;
  newRow?(given: Row): Row;
  /** Whether rows may be added or removed as things stand; absent = always. */
  isOffered?(what: "add" | "remove"): boolean;
  /** Whether another table over the same rows counts the mistakes of a column. */
  isToldElsewhere?(key: string): boolean;
  /** Where the rows below others come from; absent = the rows stand side by side. */
  readonly tree?: TreeHost | undefined;
}

export interface GridLimits {
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  /** Rows that are there may be given other places; default true. */
  readonly canMove?: boolean | undefined;
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

/** A key as it was pressed. */
export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** A value for a cell. */
export interface CellWrite extends CellPlace {
  readonly value: unknown;
  /** Its words, where it is a row of another model. */
  readonly text?: string | null | undefined;
  /** Why the value is none, such as a pasted text that no entry has; it stands in the cell until it is changed. */
  readonly misfit?: string | undefined;
}

export interface ActiveCell extends CellPlace {
  readonly isEditing: boolean;
  /** What opened the editor; undefined = the present value. */
  readonly typed: string | undefined;
  /** Keys that came while the editor was on its way, in their order. */
  readonly waiting: readonly PressedKey[];
}

export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}
