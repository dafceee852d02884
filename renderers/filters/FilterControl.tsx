import { observer } from "mobx-react-lite";
import { type ComponentType, Suspense, useState } from "react";
import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import { commaParts } from "../../runtime/format/text.ts";
import { words } from "../../runtime/format/words.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/wire/address.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { messages } from "../messages.ts";
import { ChoiceFace } from "./ChoiceFace.tsx";
import { NumberRange } from "./NumberRange.tsx";
import { TextInput } from "./TextInput.tsx";
import "./filters.css";

/** Selects and calendars come when the first of them is touched. */
const AreaFilter = lazyPart(async () => ({ default: (await import("./AreaFilter.tsx")).AreaFilter }));
const DateFilter = lazyPart(async () => ({ default: (await import("./DateFilter.tsx")).DateFilter }));
const DictFilter = lazyPart(() => import("./DictFilter.tsx").then((module) => ({ default: module.DictFilter })));
const EditorFilter = lazyPart(() => import("./EditorFilter.tsx").then((module) => ({ default: module.EditorFilter })));
const RecordFilter = lazyPart(() => import("./RecordFilter.tsx").then((module) => ({ default: module.RecordFilter })));

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
  const { id, item, value, onChange } = props;
  if (item.editor.kind === "broken") return <BrokenMark part={item.editor} />;
  const { type } = item.editor;
  if (item.editor.props.type === "range" && !item.editor.props.of) return <NumberRange {...props} />;
  if (dateEditors.has(type)) return <TouchedFilter {...props} calendar control={DateFilter} />;
  if (type === "area") return <TouchedFilter {...props} control={AreaFilter} />;
  if (pickers.has(type)) return <TouchedFilter {...props} control={EditorFilter} />;
  if (type === "search-select" || item.dict?.kind === "model")
    return <TouchedFilter {...props} control={RecordFilter} />;
  if (item.dict || type === "select" || item.field.type === "boolean") {
    return <TouchedFilter {...props} control={DictFilter} />;
  }
  return (
    <TextInput
      id={id}
      maxLength={500}
      placeholder={messages.form.input(item.title)}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
    />
  );
}

const dateEditors: ReadonlySet<string> = new Set(["range", "date", "datetime", "time", "month"]);

/** Controls of the forms that are the same in a filter: trees, people, departments, roles, positions. */
const pickers: ReadonlySet<string> = new Set([
  "tree-select",
  "category-select",
  "user-picker",
  "depart-picker",
  "role-picker",
  "position-picker",
]);

interface TouchedFilterProps extends FilterProps {
  readonly calendar?: boolean;
  readonly control: ComponentType<FilterProps>;
}

/** A face until it is touched, then the control itself, open. */
const TouchedFilter = observer(function TouchedFilter({ calendar, control: Control, ...props }: TouchedFilterProps) {
  // A division from the address is a number until the control with the names is there.
  const isArea = Control === AreaFilter;
  const [isTouched, setTouched] = useState(isArea && !isEmpty(props.value));
  const face = (
    <ChoiceFace
      id={props.id}
      placeholder={messages.form.select(props.item.title)}
      text={wordsOf(props)}
      calendar={calendar ?? false}
      onOpen={() => setTouched(true)}
    />
  );
  if (!isTouched) return face;
  return (
    <Suspense fallback={face}>
      <Control {...props} />
    </Suspense>
  );
});

/** What is chosen, in words: from the dictionary where there is one, the values themselves otherwise. */
function wordsOf({ item, value, dictionaries }: FilterProps): string | undefined {
  if (isEmpty(value)) return undefined;
  const { dict } = item;
  const parts = Array.isArray(value) ? value.map((part) => String(part ?? "")) : commaParts(value);
  return parts
    .map((part) => (dict ? (dictionaries.text(dict, part) ?? part) : part))
    .join(item.op === "range" ? " – " : words.listComma);
}
