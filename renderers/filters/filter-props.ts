import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";

/** Props of every filter. Values are texts, lists of texts, or `[begin, end]`; undefined = no condition. */
export interface FilterProps {
  readonly id: string;
  readonly item: QueryItemPlan;
  readonly value: unknown;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  onChange(value: unknown): void;
}
