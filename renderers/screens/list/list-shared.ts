import { type DependencyList, useLayoutEffect, useMemo, useRef } from "react";
import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { AddressBar } from "../../../runtime/react/address-bar.ts";
import { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { ListActions, type ListActionTools } from "../../../runtime/react/list-actions.ts";
import { ListStore } from "../../../runtime/react/list-store.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { saveFile } from "../../layouts/save-file.ts";
import { messages } from "../../messages.ts";
import type { ListExtension } from "./list-extension.ts";

/** The living parts of one mounted list. */
export interface ListShared {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
}

interface ListOrigin {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  readonly address: AddressBar;
  readonly fixed: Readonly<Record<string, unknown>>;
}

/**
 * The living parts, made again when one of the needs changes. Where only the document has changed (development, a
 * publication), what a person has asked for, chosen and opened goes on.
 *
 * @param isAnew the rows are read again for the new document
 */
export function useShared(make: () => ListShared, needs: DependencyList, isAnew: boolean): ListShared {
  const before = useRef<ListShared | undefined>(undefined);
  const shared = useMemo(() => {
    const next = make();
    const last = before.current?.store;
    const { plan, services } = next.store;
    if (last && last.plan !== plan && last.plan.id === plan.id && last.services === services) {
      next.store.goOnFrom(last, isAnew);
    }
    return next;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the parts need
  }, needs);
  useLayoutEffect(() => {
    before.current = shared;
  }, [shared]);
  return shared;
}

/** The living parts of a list that is being mounted. */
export function createList(
  { plan, services, address, fixed }: ListOrigin,
  tools: ListTools,
  createStore: ListExtension["createStore"],
): ListShared {
  const store = createStore
    ? createStore(plan, services, address, fixed)
    : new ListStore(plan, services, address, fixed);
  return shareStore(store, tools);
}

type ListTools = Pick<ListActionTools, "openImport" | "openRecycleBin" | "openExport" | "shownColumns" | "master">;

/** The living parts around a store. */
export function shareStore(store: ListStore, tools: ListTools): ListShared {
  const { plan, services } = store;
  const dictionaries = new DictionaryCache(services);
  for (const [code, options] of plan.report?.words ?? []) dictionaries.put(code, options);
  const actions = new ListActions(store, dictionaries, {
    texts: messages.list,
    pickFiles,
    save: saveFile,
    ...tools,
    print: () => window.print(),
  });
  const context: CellContext = {
    isState: (name) => name === plan.model.states?.field,
    dictOption: (dict, value) => dictionaries.option(dict, value),
    fileUrl: (path) => services.fileUrl(path),
    run: (row, list) => void actions.runOn(row, list),
  };
  return { store, actions, dictionaries, context };
}

/** Opens the browser's file dialog. Resolves with no file when the person chose none. */
function pickFiles(options: {
  readonly accept: string | undefined;
  readonly multiple: boolean;
}): Promise<readonly File[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = options.accept ?? "";
  input.multiple = options.multiple;
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}
