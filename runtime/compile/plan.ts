import type { Scope } from "../expr/compile.ts";
import type { ResolvedDict, ResolvedField, ResolvedModel, SortKey } from "../model/resolved-model.ts";
import type { Diagnostic } from "../schema/diagnostic.ts";
import type { Actions, Button, Cell, Editor, Rule } from "../schema/types.gen.ts";
import type { Condition, Expression, TemplateText } from "./expression.ts";
import type { PanelPlan, ReportPlan } from "./panel-plan.ts";
import type { PartPlace } from "./part-place.ts";
import type { FieldItemPlan, SubTablePlan, ViewPlan } from "./view-plan.ts";

/** A part that could not be compiled: drawn as a small labelled placeholder, the rest of the screen works. */
export interface BrokenPart {
  readonly kind: "broken";
  /** What the document asked for, for example the unknown cell type. */
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

export interface CellPlan {
  readonly kind: "cell";
  readonly type: Cell["type"];
  /** The cell's own options, `type` included. */
  readonly props: Cell;
}

export interface EditorPlan {
  readonly kind: "editor";
  readonly type: Editor["type"];
  readonly props: Editor;
}

export type Align = "left" | "center" | "right";

export interface ColumnPlan {
  readonly place?: PartPlace;
  /** Wire name of the field; unique within the table. */
  readonly name: string;
  readonly title: string;
  readonly field: ResolvedField;
  readonly dict: ResolvedDict | undefined;
  readonly cell: CellPlan | BrokenPart;
  /** Pixels. A growing column takes a share of what is left over. */
  readonly width: number;
  readonly grows: boolean;
  readonly align: Align;
  readonly fixed: "left" | "right" | undefined;
  readonly sortable: boolean;
  readonly summary: "sum" | "average" | undefined;
  readonly visible: Condition;
  readonly groupHeader: string | undefined;
}

export type QueryOp = "eq" | "ne" | "like" | "left_like" | "right_like" | "in" | "gt" | "ge" | "lt" | "le" | "range";

export interface QueryItemPlan {
  readonly place?: PartPlace;
  readonly name: string;
  readonly title: string;
  readonly field: ResolvedField;
  readonly op: QueryOp;
  readonly dict: ResolvedDict | undefined;
  readonly editor: EditorPlan | BrokenPart;
  readonly default: unknown;
  /** What the address asks for, instead of `default`: no template, and compared as it is until it is changed. */
  readonly given?: unknown;
  readonly visible: Condition;
}

export interface QueryPlan {
  readonly items: readonly QueryItemPlan[];
  /** How many stay open when the bar is collapsed. */
  readonly collapsedCount: number;
  readonly advanced: boolean;
}

export type Preset = Extract<Button, { readonly preset: string }>["preset"];

export interface ButtonPlan {
  readonly place?: PartPlace;
  /** Preset, transition name or the button's own key; unique within its bar. */
  readonly key: string;
  readonly kind: "preset" | "transition" | "own";
  readonly preset: Preset | undefined;
  readonly label: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  /** Code the person must hold; undefined = everybody. */
  readonly permission: string | undefined;
  /** States of the row in which the model allows the action; undefined = all. */
  readonly states: readonly string[] | undefined;
  readonly visible: Condition;
  readonly disabled: Condition;
  /** Why the button is closed; an empty text leaves it open. */
  readonly disabledReason: TemplateText | undefined;
  readonly confirm: TemplateText | undefined;
  /** Path whose answer the confirmation reads as `result`; read with the ids of the rows that are acted on. */
  readonly confirmWith: string | undefined;
  readonly view: string | undefined;
  /** Values that an added row starts with. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
  readonly transition: TransitionPlan | undefined;
  /** Fields that a question form asks for before the button does its work; empty = no form. */
  readonly ask: readonly FieldItemPlan[];
  readonly actions: Actions;
  readonly source: Button;
}

export interface TransitionPlan {
  readonly name: string;
  readonly title: string;
  readonly batch: boolean;
  /** What can be told before the button is pressed; the server looks at all guards. */
  readonly guards: readonly GuardPlan[];
}

/** A condition of a transition that reads nothing but the row as it is. */
export interface GuardPlan {
  /** Fields of the row that it reads: where one of them was not sent nothing is said. */
  readonly fields: readonly string[];
  readonly message: string;
  readonly holds: (scope: Scope) => boolean;
}

export interface RowActionsPlan {
  readonly inline: number;
  readonly width: number;
  readonly items: readonly ButtonPlan[];
}

export interface TabsPlan {
  readonly field: ResolvedField;
  readonly values: readonly string[] | undefined;
  readonly counts: boolean;
  /** The tab that the address of the page asks for; absent: all rows. */
  readonly given?: string | undefined;
}

/** What the rows of a list look like. */
export type RowLayout = "table" | "cards" | "calendar";

/** Rows on the days of a month. */
export interface CalendarPlan {
  /** A date or a time: the day that a row stands on. */
  readonly date: ResolvedField;
  /** What an entry says; one to three. */
  readonly columns: readonly ColumnPlan[];
  /** The field whose dictionary gives an entry its colour. */
  readonly color: ResolvedField | undefined;
}

export interface TablePlan {
  /** What the rows look like at first. */
  readonly as: RowLayout;
  /** What a person may choose from; a single one is no choice. */
  readonly layouts: readonly RowLayout[];
  readonly calendar: CalendarPlan | undefined;
  readonly columns: readonly ColumnPlan[];
  readonly selection: "none" | "single" | "multiple";
  readonly sort: SortKey;
  readonly totals: readonly string[];
  /** Numeric fields with a sum below their column; groups show theirs. */
  readonly sums: readonly string[];
  /** Fields that rows may be grouped by; empty = none. */
  readonly groups: readonly string[];
  /** Those that they are grouped by at first. */
  readonly groupedBy: readonly string[];
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  /** Greatest height of the rows together, pixels; undefined = what the window leaves. */
  readonly height: number | undefined;
  readonly rowNumber: boolean;
  readonly columnSettings: boolean;
  readonly rowKey: string;
  readonly rowStyle: Expression | undefined;
  /** What to do next while there are no rows; undefined: the usual sentence. */
  readonly empty: string | undefined;
}

/** A column of an editable table. */
export interface GridColumnPlan extends ColumnPlan {
  readonly editor: EditorPlan | BrokenPart;
  /** Never typed in: computed, copied or set by the server. */
  readonly readOnly: boolean;
  /** Marked with a star; what is required under a condition shows only when it is missing. */
  readonly required: boolean;
  /** JSON value of new rows; undefined = the model's default. */
  readonly default: unknown;
  /** Rules of the screen, in order, after those of the model. */
  readonly rules: readonly Rule[];
  /** Said of the column, or by `{{ }}` of each of its cells; undefined = nothing. */
  readonly tip: string | undefined;
}

/** A button above an editable table. */
export interface GridButtonPlan {
  /** Its words; undefined = the usual ones. */
  readonly label: string | undefined;
  readonly visible: Condition;
}

/** Adds a row: an empty one, or one of those that the document has filled in. */
export interface RowAddPlan extends GridButtonPlan {
  readonly templates: readonly { readonly title: string; readonly values: Readonly<Record<string, unknown>> }[];
}

/** Rows of another model that are picked in one go, each into a row of its own. */
export interface RowPickPlan extends GridButtonPlan {
  /** Column that holds the picked row. */
  readonly field: string;
  /** Model that is picked from. */
  readonly model: ResolvedModel;
  /** Fields of that model that the dialog shows. */
  readonly columns: readonly string[];
  /** JSON whose texts may be expressions over `master`. */
  readonly where: Readonly<Record<string, unknown>>;
}

/** How an editable table is cut into pages. A page is a way of looking: what is saved and summed are all rows. */
export interface GridPaging {
  readonly pageSize: number;
  /** Sizes that a person may choose. */
  readonly pageSizes: readonly number[];
}

/** An editable table: rows of a relation that are saved with their master. */
/** How the rows of an editable table hang together, and how the level below a row is asked for. */
export interface GridTreePlan extends Pick<TreePlan, "parent" | "hasChild" | "root"> {
  /** Column that shows the levels. */
  readonly column: string;
  /** Parameter that names the row above. */
  readonly parentKey: string;
  /** Further parameters of each call. */
  readonly params: Readonly<Record<string, string>>;
}

export interface GridPlan {
  /** Model of the rows. */
  readonly modelId: string;
  readonly columns: readonly GridColumnPlan[];
  /** One row at most, drawn as a card of fields (one to one). */
  readonly isSingle: boolean;
  /** Field that holds the place of a row, from 1. */
  readonly orderField: string | undefined;
  readonly min: number;
  readonly max: number | undefined;
  /** Greatest height of the body, pixels. */
  readonly height: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly rowNumber: boolean;
  readonly selection: "none" | "single" | "multiple";
  readonly dragSort: boolean;
  /** undefined = all rows stand in one table. */
  readonly paging: GridPaging | undefined;
  /** Rows for which it is true cannot be edited or removed. */
  readonly disabledRows: Expression | undefined;
  /** undefined = the rows stand side by side. */
  readonly tree: GridTreePlan | undefined;
  /** Rows that belong to a row, shown beside it. */
  readonly popover: SubTablePlan | undefined;
  /** undefined = nobody adds rows here. */
  readonly add: RowAddPlan | undefined;
  readonly remove: GridButtonPlan | undefined;
  /** Of a table below a record; in a form the form's own button saves. */
  readonly save: GridButtonPlan | undefined;
  readonly pick: RowPickPlan | undefined;
  /** Rows of a spreadsheet become rows of the table. */
  readonly import: GridButtonPlan | undefined;
  readonly export: GridButtonPlan | undefined;
  /** Every open cell looks like a control; the one that is touched becomes one. */
  readonly alwaysEdit: boolean;
  /** What `add`, `remove` and `batch_delete` are put behind to make permission codes; undefined = everybody may. */
  readonly permissionPrefix: string | undefined;
  /** Run when a person has changed a cell, with `row`, `rows` and `master`. */
  readonly onChange: Actions;
  /** Run after the record was saved, with `rows` and `master`. */
  readonly onSaved: Actions;
}

interface PlanBase {
  readonly id: string;
  readonly title: string;
  /** Renderers to load before drawing, as `slot/type`. */
  readonly needs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Permission codes that the screen's buttons ask for. */
  readonly permissions: readonly string[];
}

/** Kinds of screen that are a list with something around it. */
export type ListKind = "list" | "tab-list" | "inner-list" | "erp-list" | "tree-list";

/** Kinds of screen over one record: its address says which, and whether it is read or changed. */
export type RecordKind = "form" | "detail";

/** How master and details share the page. */
export interface LayoutPlan {
  /** `vertical`: masters above their details, `horizontal`: at their left. */
  readonly split: "vertical" | "horizontal";
  /** Share of the page that the master takes at first, 0.1…0.9; undefined = half. */
  readonly ratio: number | undefined;
  readonly resizable: boolean;
}

/** How the rows of a tree list hang together. */
export interface TreePlan {
  /** Field that names the row above. */
  readonly parent: string;
  readonly hasChild: string;
  /** What `parent` of a top row holds. */
  readonly root: string;
  /** Levels come from the list call, the top one page by page; else from the calls of a tree, whole. */
  readonly isPaged: boolean;
  readonly titleField: string;
  /** Levels that stand open at first; 0 = only the top rows show. */
  readonly expandLevel: number;
  readonly card: TreeCardPlan | undefined;
}

/** The chosen row of a tree at the right of it. */
export interface TreeCardPlan {
  /** Pixels. */
  readonly width: number;
  /** Column whose cell stands beside the name. */
  readonly tag: string | undefined;
  readonly tabs: readonly {
    readonly title: TemplateText;
    readonly view: string;
    /** Who lacks it does not see the tab. */
    readonly permission: string | undefined;
  }[];
}

/** Another model's tree at the left; the chosen row becomes a condition of the list. */
export interface SidePlan {
  /** Path that answers the whole tree. */
  readonly url: string;
  readonly title: string;
  readonly titleField: string;
  /** Name of the condition. */
  readonly field: string;
  /** Field of the tree row that the condition holds. */
  readonly value: string;
  /** Pixels. */
  readonly width: number;
}

/** A page over the rows of a model; pages over one record are the short form of it. */
export interface ListPlan extends PlanBase {
  readonly kind: ListKind | RecordKind | "report";
  /** The one row that a form page always edits; undefined: its address says which. */
  readonly record: string | undefined;
  readonly model: ResolvedModel;
  /** Path that answers a page of rows. */
  readonly listUrl: string;
  /** Conditions of the source that nobody changes; values may be expressions. */
  readonly listParams: Readonly<Record<string, unknown>>;
  /** Where one whole row is read; undefined when the list's rows are whole already. */
  readonly rowUrl: string | undefined;
  /** Every model that the screen reaches, by id: sub-rows, picked references. */
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly permissionPrefix: string;
  readonly tabs: TabsPlan | undefined;
  readonly query: QueryPlan;
  readonly table: TablePlan;
  readonly toolbar: readonly ButtonPlan[];
  readonly rowActions: RowActionsPlan;
  readonly views: ReadonlyMap<string, ViewPlan>;
  /** Sub-lists of the chosen or expanded row; empty unless the kind has them. */
  readonly details: readonly SubTablePlan[];
  readonly layout: LayoutPlan;
  readonly tree: TreePlan | undefined;
  readonly side: SidePlan | undefined;
  /** The rows are read again this often while somebody sees them. */
  readonly refreshSeconds?: number | undefined;
  /** Only for the kind `report`. */
  readonly report: ReportPlan | undefined;
}

/** A page of panels: a dashboard, or a plain page made of them. */
export interface PanelsPlan extends PlanBase {
  readonly kind: "dashboard" | "page";
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly panels: readonly (PanelPlan | BrokenPart)[];
  /** Seconds between two readings; undefined = only when opened. */
  readonly refreshSeconds: number | undefined;
}

/** A document that has no plan: the diagnostics page says why. */
export interface BrokenPlan extends PlanBase {
  readonly kind: "broken";
}

export type ScreenPlan = ListPlan | PanelsPlan | BrokenPlan;
