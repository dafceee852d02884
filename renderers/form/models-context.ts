import { createContext, useContext } from "react";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";

/** Every model that the screen reaches, for controls over their rows: the same in a form, a cell, a filter and a query. */
const ModelsContext = createContext<ReadonlyMap<string, ResolvedModel>>(new Map());
export const ModelsProvider = ModelsContext.Provider;
export const useModels = (): ReadonlyMap<string, ResolvedModel> => useContext(ModelsContext);
