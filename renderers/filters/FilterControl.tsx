import { Input } from "antd";
import { lazy, Suspense } from "react";
import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { messages } from "../messages.ts";
import { DictFilter } from "./DictFilter.tsx";
import { NumberRange } from "./NumberRange.tsx";
import { RecordFilter } from "./RecordFilter.tsx";

/** Date controls weigh as much as the rest of the bar: they come when a bar shows one. */
const DateFilter = lazy(() => import("./DateFilter.tsx").then((module) => ({ default: module.DateFilter })));

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
  if (type === "range" && item.editor.props.type === "range" && !item.editor.props.of)
    return <NumberRange {...props} />;
  if (dateEditors.has(type)) {
    return (
      <Suspense fallback={<span className="sc-filter-pending" />}>
        <DateFilter {...props} />
      </Suspense>
    );
  }
  if (type === "search-select" || item.dict?.kind === "model") return <RecordFilter {...props} />;
  if (item.dict || type === "select" || item.field.type === "boolean") return <DictFilter {...props} />;
  return (
    <Input
      id={id}
      allowClear
      maxLength={500}
      placeholder={messages.form.input(item.title)}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const dateEditors: ReadonlySet<string> = new Set(["range", "date", "datetime", "time", "month"]);
