import { createContext, useContext } from "react";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { BuilderNode } from "./builder-tree.ts";
import type { SuperField } from "./query-fields.ts";

/** What the lines of one builder share. */
export interface BuilderScope {
  readonly fields: ReadonlyMap<string, SuperField>;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  /** No further condition fits. */
  readonly isFull: boolean;
  change(key: number, change: (node: BuilderNode) => BuilderNode): void;
  remove(key: number): void;
}

export const BuilderContext = createContext<BuilderScope | undefined>(undefined);

export function useBuilder(): BuilderScope {
  const scope = useContext(BuilderContext);
  if (!scope) throw new Error("a condition stands outside a builder");
  return scope;
}
