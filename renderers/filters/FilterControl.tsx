import type { ComponentType } from "react";
import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { ControlFrame } from "../editors/ControlFrame.tsx";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { messages } from "../messages.ts";
import { DictFilter } from "./DictFilter.tsx";
import { RecordFilter } from "./RecordFilter.tsx";
import { TextInput } from "./TextInput.tsx";

/** Calendars, divisions, pickers and numbers come with the first list that asks for one. */
const AreaFilter = lazyPart(async () => ({ default: (await import("./AreaFilter.tsx")).AreaFilter }));
const DateFilter = lazyPart(async () => ({ default: (await import("./DateFilter.tsx")).DateFilter }));
const EditorFilter = lazyPart(() => import("./EditorFilter.tsx").then((module) => ({ default: module.EditorFilter })));
const NumberRange = lazyPart(() => import("./NumberRange.tsx").then((module) => ({ default: module.NumberRange })));

export interface FilterProps {
  readonly id: string;
  readonly item: QueryItemPlan;
  readonly value: unknown;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  onChange(value: unknown): void;
}

/** The control of one query item. Values are texts, lists of texts, or `[begin, end]`. */
export function FilterControl(props: FilterProps) {
  const { item } = props;
  if (item.editor.kind === "broken") return <BrokenMark part={item.editor} />;
  const Control = controlOf(item);
  return (
    <ControlFrame type={item.editor.type}>
      <Control {...props} />
    </ControlFrame>
  );
}

function controlOf({ editor, dict, field }: QueryItemPlan): ComponentType<FilterProps> {
  if (editor.kind === "broken") throw new Error("a broken filter has no control");
  const { type, props } = editor;
  if (props.type === "range" && !props.of) return NumberRange;
  const own = controls[type];
  if (own) return own;
  if (dict?.kind === "model") return RecordFilter;
  return dict || type === "select" || field.type === "boolean" ? DictFilter : TextFilter;
}

/** By the editor that a query asks with; trees, people, departments, roles and positions are those of the forms. */
const controls: Readonly<Partial<Record<string, ComponentType<FilterProps>>>> = {
  range: DateFilter,
  date: DateFilter,
  datetime: DateFilter,
  time: DateFilter,
  month: DateFilter,
  area: AreaFilter,
  "tree-select": EditorFilter,
  "category-select": EditorFilter,
  "user-picker": EditorFilter,
  "depart-picker": EditorFilter,
  "role-picker": EditorFilter,
  "position-picker": EditorFilter,
  "search-select": RecordFilter,
};

/** Characters that a search takes. */
const longestSearch = 500;

function TextFilter({ id, item, value, services, onChange }: FilterProps) {
  const change = (text: string) => {
    if (text.length > longestSearch) services.notify("warning", messages.form.cutText(longestSearch));
    onChange(text.slice(0, longestSearch));
  };
  return (
    <TextInput
      id={id}
      placeholder={messages.form.input(item.title)}
      value={typeof value === "string" ? value : ""}
      onChange={change}
    />
  );
}
