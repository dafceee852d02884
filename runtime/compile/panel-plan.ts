import type { Row } from "../model/resolved-model.ts";
import type { Panel, Source } from "../schema/types.gen.ts";
import type { DictOption } from "../wire/envelope.ts";
import type { Condition, Expression, TemplateText } from "./expression.ts";
import type { PartPlace } from "./part-place.ts";
import type { BrokenPart, ColumnPlan } from "./plan.ts";

/** A value that a report asks for besides its conditions; sent as `self_<name>`. */
export interface ReportParamPlan {
  readonly name: string;
  readonly title: string;
  readonly from: "query" | "path" | "fixed";
  /** A fixed value; may hold expressions. */
  readonly value: unknown;
  readonly required: boolean;
}

export interface ReportPlan {
  readonly source: Source;
  readonly params: readonly ReportParamPlan[];
  /** Panels without a source of their own draw the rows of the report. */
  readonly panels: readonly (PanelPlan | BrokenPart)[];
  /** Whether the panels stand beside the table, and the share of the width that the table has then. */
  readonly beside: number | undefined;
  /** Dictionaries that came with the columns, by code. */
  readonly words: ReadonlyMap<string, readonly DictOption[]>;
  readonly refreshSeconds: number | undefined;
  /** Whether the rows obey the reader's data rules; those of other systems do not. */
  readonly hasRowRules: boolean;
}

/** How the figures of one column of a panel are written. */
export interface FigurePlan {
  readonly title: string;
  readonly format: "number" | "money" | "percent" | "text";
}

/** Records that wait for the person: one line of the panel `my-tasks`. */
export interface TaskPlan {
  readonly title: string;
  /** Whose work it is; undefined: of everybody who may list the records. */
  readonly permission: string | undefined;
  /** Address of the rows. */
  readonly base: string;
  readonly where: Row;
  /** Field that says since when a record waits; the earliest is shown. */
  readonly since: string | undefined;
  /** A page as `findPage` knows it. */
  readonly page: string;
  /** Query part that the page is opened with, with its question mark; empty = none. */
  readonly search: string;
}

export interface PanelPlan {
  readonly place?: PartPlace;
  readonly kind: "panel";
  /** Unique on its page. */
  readonly key: string;
  readonly title: string | undefined;
  /** Columns of 24. */
  readonly span: number;
  /** Pixels; undefined = as high as its content. */
  readonly height: number | undefined;
  readonly visible: Condition;
  readonly source: Source | undefined;
  /** Address of the rows of a `model` source. */
  readonly base: string | undefined;
  /** Columns that documents say something about. */
  readonly figures: ReadonlyMap<string, FigurePlan>;
  readonly value: Expression | undefined;
  readonly compare: Expression | undefined;
  readonly text: TemplateText | undefined;
  readonly columns: readonly ColumnPlan[];
  readonly tasks: readonly TaskPlan[];
  readonly panel: Panel;
}
