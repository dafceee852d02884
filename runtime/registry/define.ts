import type { ResolvedDict, ResolvedField, Row } from "../model/resolved-model.ts";
import type { PropsSchema } from "../schema/fragments/build.ts";
import type { Field } from "../schema/types.gen.ts";
import type { SampleValues } from "./sample.ts";

/** Where a renderer can stand. A document names a renderer by slot (its place) and type (its tag). */
export type Slot = "cell" | "editor" | "panel" | "action" | "screen";

/**
 * When a renderer's component is fetched. `inline`: with the page, called as a function, which costs no component (cells
 * without state); `eager`: with the page; `form`: before a form that has it opens; `cell`: before a cell of a table that
 * has it is edited; `lazy`: when it is first drawn.
 */
export type LoadPhase = "inline" | "eager" | "form" | "cell" | "lazy";

/** Types of the product's own renderers: those of plugins carry a prefix and bring their own. */
export type Own<Type extends string> = Exclude<Type, `${string}:${string}`>;

/**
 * What everybody needs to know of a renderer without loading it: the meta-schema, the linter, the reference
 * pages, the exports. A definition is plain data and pure functions: no React, no antd, no DOM.
 */
export interface Definition {
  readonly slot: Slot;
  /** The tag in documents, kebab-case or camelCase; a plugin's carries its prefix (`acme:gauge`). */
  readonly type: string;
  /** Chinese name, shown in completion, in the reference and in the designer's palette. */
  readonly title: string;
  /** One Chinese sentence: what it shows or does, and when to choose it. */
  readonly description: string;
  /** Its own properties; the tag and what all of its slot share (`commonProps`) are added by the composer. */
  readonly props: PropsSchema;
  /** Complete values as they stand in a document, tag included; each must pass the composed meta-schema. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** What the gallery shows it with, where a usual value of its field's type says too little. */
  readonly sample?: SampleValues;
  /** Absent = `lazy`. Read from the file's text by the index, so it is written as a literal. */
  readonly load?: LoadPhase;
  /** Path from the root of the file with the component, when it is another renderer's; a literal. */
  readonly component?: string;
}

/** What a text form may look at besides the value. */
export interface FormatContext {
  /** The cell as written in the document: `{ type, …props }`. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly row: Row;
  /** Text of one value of a dictionary, undefined when the dictionary is not loaded or has no such value. */
  dictText(dict: ResolvedDict, value: string): string | undefined;
}

/** The part of a field that a text form needs; a report column has no model field and gives what it knows. */
export type FormatField = Pick<ResolvedField, "type" | "scale" | "dict" | "multiple">;

export interface CellDefinition extends Definition {
  readonly slot: "cell";
  /** Field types it can show; absent = all. */
  readonly accepts?: readonly Field["type"][];
  /** Digits of one column line up: numbers, dates, phone numbers, codes. A literal. */
  readonly digits?: true;
  /** Pixels of a column that says none: dates and codes have one length, money has room for nine digits. A literal. */
  readonly width?: number;
  /** Its content has no natural length, so its column takes a share of what is left over. A literal. */
  readonly grows?: true;
  /** Its text comes from the server as `<field>_dictText`, with or without a dictionary. A literal. */
  readonly sent?: true;
  /**
   * The value as text, for the table, copy, print and files that the browser makes. Synchronous and pure;
   * `null`, `undefined` and `""` are answered with `""` by the caller and never arrive here. It is exported from the
   * definition's file as `<name>Text`, so that the console takes it without the rest.
   */
  readonly format?: (value: unknown, field: FormatField, context: FormatContext) => string;
  /**
   * The value in an export that the server makes; its column is of text. Absent = the value itself, or the words of its
   * dictionary, so that numbers can be added up and the file imported again. Synchronous and pure; no empty value
   * arrives here, and `dictText` knows nothing.
   */
  readonly sheet?: (value: unknown, field: FormatField, context: FormatContext) => string;
}

export interface EditorDefinition extends Definition {
  readonly slot: "editor";
  /** Field types it can edit; absent = all. */
  readonly accepts?: readonly Field["type"][];
}

export interface PanelDefinition extends Definition {
  readonly slot: "panel";
  /** Shows something without rows. Where rows are needed and there are none, the card says so. A literal. */
  readonly rowless?: true;
  /** What it shows in the gallery, where it asks for rows of its own. */
  readonly sampleRows?: readonly Row[];
}

export interface ActionDefinition extends Definition {
  readonly slot: "action";
}

export interface ScreenDefinition extends Definition {
  readonly slot: "screen";
}

export type AnyDefinition = CellDefinition | EditorDefinition | PanelDefinition | ActionDefinition | ScreenDefinition;

/**
 * A control of a query bar. Documents name no filter: it answers for editors (`range`, `date`, …), and a field without
 * one gets a filter by what it holds.
 */
export interface FilterDefinition extends Pick<Definition, "type" | "title" | "description" | "load" | "component"> {
  readonly slot: "filter";
  /** Types of the editors that it stands for in a query bar; literals. */
  readonly editors: readonly string[];
}

/* @__NO_SIDE_EFFECTS__ */
export function defineFilter(definition: Omit<FilterDefinition, "slot">): FilterDefinition {
  return { slot: "filter", ...definition };
}

/** A table cell or a value in a detail: shows, never edits. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCell(definition: Omit<CellDefinition, "slot">): CellDefinition {
  return { slot: "cell", ...definition };
}

/** A control of a form, a query bar or an editable table. */
/* @__NO_SIDE_EFFECTS__ */
export function defineEditor(definition: Omit<EditorDefinition, "slot">): EditorDefinition {
  return { slot: "editor", ...definition };
}

/** A part of a dashboard, a report or a page. */
/* @__NO_SIDE_EFFECTS__ */
export function definePanel(definition: Omit<PanelDefinition, "slot">): PanelDefinition {
  return { slot: "panel", ...definition };
}

/** One step of what a button or an event does. */
/* @__NO_SIDE_EFFECTS__ */
export function defineAction(definition: Omit<ActionDefinition, "slot">): ActionDefinition {
  return { slot: "action", ...definition };
}

/** A kind of page; its `type` is the document's `kind`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineScreen(definition: Omit<ScreenDefinition, "slot">): ScreenDefinition {
  return { slot: "screen", ...definition };
}
