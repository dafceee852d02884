import type { CellPlan, ColumnPlan } from "../../runtime/compile/plan.ts";
import type { ResolvedDict, Row } from "../../runtime/model/resolved-model.ts";
import type { Actions } from "../../runtime/schema/types.gen.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";

/** The part of a column that a cell looks at; a detail's item gives the same. */
export type CellSubject = Pick<ColumnPlan, "name" | "title" | "field" | "dict">;

/** What cells of one screen share. Keeps its identity while the screen lives. */
export interface CellContext {
  /** Whether the field is the model's state: shown as a dot, not as a tag. */
  isState(name: string): boolean;
  dictOption(dict: ResolvedDict, value: string): DictOption | undefined;
  fileUrl(path: string): string;
  /** Runs what a link cell does. */
  run(row: Row, actions: Actions): void;
}

/** Props of every cell component. `text` is the cell in words, never empty: blank values do not reach a component. */
export interface CellProps {
  readonly value: unknown;
  readonly text: string;
  readonly row: Row;
  readonly subject: CellSubject;
  readonly plan: CellPlan;
  readonly context: CellContext;
}
