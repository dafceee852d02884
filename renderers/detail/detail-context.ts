import { createContext, useContext } from "react";
import type { Scope } from "../../runtime/expr/compile.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";

/** What the parts of one open detail share. */
export interface DetailScope {
  /** Whose fields are shown. */
  readonly owner: { readonly permissionPrefix: string };
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  readonly scope: Scope;
}

const DetailContext = createContext<DetailScope | undefined>(undefined);
export const DetailScopeProvider = DetailContext.Provider;

export function useDetailScope(): DetailScope {
  const scope = useContext(DetailContext);
  if (!scope) throw new Error("a detail item stands outside a detail");
  return scope;
}
