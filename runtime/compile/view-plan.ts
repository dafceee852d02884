import type { LinkageItem } from "../linkage/form-items.ts";
import type { ResolvedDict, ResolvedField } from "../model/resolved-model.ts";
import type { Actions, Fill, FormRule, ScreenDocument } from "../schema/types.gen.ts";
import type { Condition, TemplateText } from "./expression.ts";
import type { PartPlace } from "./part-place.ts";
import type { BrokenPart, CellPlan, ColumnPlan, EditorPlan, GridPlan, ListPlan } from "./plan.ts";

/** Where a read-only value comes from; shown at the right of the field. */
export type ValueOrigin = "fill" | "computed" | "snapshot" | "rollup" | "state" | undefined;

export interface FieldItemPlan {
  readonly kind: "field";
  readonly place?: PartPlace;
  readonly name: string;
  readonly title: string;
  readonly tip: string | undefined;
  readonly field: ResolvedField;
  readonly dict: ResolvedDict | undefined;
  readonly editor: EditorPlan | BrokenPart;
  /** Controls that other values ask for instead: the first one whose condition holds. */
  readonly alternatives: readonly { readonly when: Condition; readonly editor: EditorPlan | BrokenPart }[];
  readonly cell: CellPlan | BrokenPart;
  /** Columns of the group's grid that the item takes. */
  readonly span: number;
  readonly readOnly: boolean;
  readonly origin: ValueOrigin;
  /** Shown only when the row already has a value (read-only fields that nothing computes). */
  readonly onlyWithValue: boolean;
  readonly visible: Condition;
  readonly disabled: Condition;
  readonly required: Condition;
  readonly default: unknown;
  readonly fill: Fill["rule"] | undefined;
  readonly onChange: Actions;
}

export interface GroupPlan {
  readonly kind: "group";
  /** Of 24 columns, where the view is laid out as cards. */
  readonly cardSpan: number;
  readonly title: string | undefined;
  readonly columns: number | undefined;
  readonly visible: Condition;
  readonly items: readonly ItemPlan[];
}

export interface TabsItemPlan {
  readonly kind: "tabs";
  readonly cardSpan: number;
  readonly tabs: readonly {
    readonly title: string;
    readonly visible: Condition;
    readonly items: readonly ItemPlan[];
  }[];
}

/** Rows of a relation, or of another source linked to the master row. */
export interface SubTablePlan {
  readonly kind: "subTable";
  readonly name: string;
  readonly title: string;
  readonly relation: string | undefined;
  /** Of the rows' model: which of its columns a person sees. */
  readonly permissionPrefix: string;
  /** What reading the rows needs; undefined = they are a part of the record. */
  readonly permission: string | undefined;
  /** Base path of the rows' model, for `{base}/listByMainId`. */
  readonly base: string | undefined;
  readonly link: { readonly field: string; readonly masterField: string } | undefined;
  readonly columns: readonly ColumnPlan[];
  /** Greatest height of the rows where they are only read, pixels; undefined = as high as they are. */
  readonly height: number | undefined;
  readonly visible: Condition;
  /** How the rows are edited in a form; undefined = they are only read. */
  readonly grid: GridPlan | undefined;
  /** Rows of an online report, as the page that the document makes; undefined = rows of a model. */
  readonly report: { readonly code: string; readonly document: ScreenDocument } | undefined;
  /** Below a record of a list: the record's form whose only item are these rows; undefined = they are only read. */
  readonly form: ViewPlan | undefined;
  /** Rows with buttons, conditions or views of their own; undefined = they are only read. */
  readonly list: SubListPlan | undefined;
}

/** A whole list below a record. */
export interface SubListPlan {
  readonly plan: ListPlan;
  /** The condition that keeps the list to its record; new rows start with it. */
  readonly key: { readonly field: string; readonly masterField: string };
}

/** Something written in React that stands in the form and reads what is typed there. */
export interface ComponentItemPlan {
  readonly kind: "component";
  readonly name: string;
  /** Expressions in it are worked out anew with every value that is typed. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly cardSpan: number;
  readonly visible: Condition;
}

/** Another screen among the items of a form. */
export interface ScreenItemPlan {
  readonly kind: "screen";
  readonly name: string;
  readonly title: string;
  /** JSON values of its conditions; texts may be expressions over the record as it was opened. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly cardSpan: number;
  readonly visible: Condition;
}

export type ItemPlan =
  | ComponentItemPlan
  | ScreenItemPlan
  | FieldItemPlan
  | GroupPlan
  | TabsItemPlan
  | SubTablePlan
  | BrokenPart;

export interface ViewPlan {
  readonly name: string;
  readonly kind: "form" | "detail" | "content";
  /** `inline`: not over a page, but the page itself; `part`: in a card that has its own head. */
  readonly as: "modal" | "drawer" | "page" | "inline" | "part";
  readonly title: TemplateText | undefined;
  /** Pixels; undefined = the usual share of the window. */
  readonly width: number | undefined;
  readonly columns: number;
  readonly fullscreen: boolean;
  readonly layout: "cards" | undefined;
  readonly items: readonly ItemPlan[];
  /** The items in plain form, for the linkage of the form. */
  readonly linkage: readonly LinkageItem[];
  readonly rules: readonly FormRule[];
  readonly steps: { readonly field: string; readonly values: readonly string[] } | undefined;
  /** A detail that is made to be printed, with lines to sign on at its end. */
  readonly sheet: { readonly signatures: readonly string[] } | undefined;
  readonly on: { readonly opened: Actions; readonly saved: Actions };
  /** What stands in the frame instead of a form or a detail. */
  readonly content: ContentPlan | undefined;
}

/** Another screen, whose `params` are conditions that nobody changes, or something written in React. */
export interface ContentPlan {
  readonly screen: string | undefined;
  readonly component: string | undefined;
  /** JSON values; texts may be expressions over the list's scope. */
  readonly params: Readonly<Record<string, unknown>>;
}
