import { when } from "mobx";
import type { ButtonPlan } from "../compile/plan.ts";
import { rowsToCsv } from "../format/csv.ts";
import type { DictionaryCache } from "./dictionary-cache.ts";
import type { ExportFormat } from "./export-formats.ts";
import { filterWords } from "./filter-words.ts";
import type { ListStore } from "./list-store.ts";

interface ExportedFile {
  readonly blob: Blob;
  readonly fileName: string;
}

/** What a list's export needs beside its rows. */
export interface ExportTools {
  readonly dictionaries: DictionaryCache;
  /** Names of the columns that this person has on the screen, in their order. */
  readonly columns: readonly string[];
  /** The columns were chosen for this file, whatever the document names. */
  readonly isOwnChoice?: boolean;
  /** All that match, also where rows are chosen. */
  readonly isWholeQuery?: boolean;
}

/**
 * The rows of a list as a file: the selected ones, or else all that the query finds.
 *
 * @returns undefined when there is nothing to export
 * @throws RequestError of the call
 */
export async function exportList(
  store: ListStore,
  button: ButtonPlan,
  format: ExportFormat,
  tools: ExportTools,
): Promise<ExportedFile | undefined> {
  // Rows on their way are waited for: until then a list counts none.
  await when(
    () => store.total > 0 || store.selected.size > 0 || !(store.status === "idle" || store.status === "loading"),
  );
  const { selected, total } = store;
  if (total === 0 && selected.size === 0) return undefined;
  const call = store.exportCall();
  if (!call) return writtenHere(store, button, tools);
  const { params, name } = exportQuery(store, button, tools);
  const file = await store.services.download({ method: "GET", url: call.url, params: { ...params, format } });
  if (file.blob.size === 0) return undefined;
  return name ? { ...file, fileName: `${name}.${format}` } : file;
}

/**
 * Orders the same file from the server, which makes it in the background and tells when it is there.
 *
 * @throws RequestError of the call
 */
export async function exportLater(
  store: ListStore,
  button: ButtonPlan,
  format: ExportFormat,
  tools: ExportTools,
): Promise<void> {
  const source = store.exportCall()?.source;
  if (!source) throw new Error("these rows have no background export");
  const { params, name } = exportQuery(store, button, tools);
  const data = { ...source, format, query: params, ...(name === undefined ? {} : { name: name.slice(0, 120) }) };
  await store.services.send({ method: "POST", url: "/sys/export/add", data });
}

/** What is asked of the server, and what the file is named after. */
function exportQuery(store: ListStore, button: ButtonPlan, tools: ExportTools) {
  const { selected, isAllMatching } = store;
  const isChosen = selected.size > 0 && !isAllMatching && !tools.isWholeQuery;
  const selections = isChosen ? { selections: [...selected.keys()].join(",") } : {};
  return {
    params: { ...store.exportCall()?.params, ...selections, ...exportFields(store, button, tools) },
    name: nameOf(store, button, selections, tools),
  };
}

/** Rows that no server holds are written here, as comma-separated text. */
function writtenHere(store: ListStore, button: ButtonPlan, { dictionaries, columns }: ExportTools): ExportedFile {
  const byName = new Map(store.plan.table.columns.map((column) => [column.name, column]));
  const shown = columns.flatMap((name) => byName.get(name) ?? []);
  const text = rowsToCsv(shown, store.allRows, (dict, value) => dictionaries.text(dict, value));
  return {
    blob: new Blob([text], { type: "text/csv" }),
    fileName: `${nameOf(store, button, {}, { dictionaries }) ?? store.plan.title}.csv`,
  };
}

/**
 * The fields that the document names, or else the columns that this person has before them, and what stands above them.
 */
function exportFields(
  store: ListStore,
  { source }: ButtonPlan,
  { columns, isOwnChoice }: ExportTools,
): { readonly exportFields?: string; readonly exportGroups?: string } {
  const { fields } = store.plan.model;
  const wanted = "fields" in source && !isOwnChoice ? source.fields : undefined;
  const names = (wanted ?? columns).filter((name) => fields.has(name));
  if (names.length === 0) return {};
  const groups = store.plan.table.columns.flatMap(({ name, groupHeader }) =>
    groupHeader !== undefined && names.includes(name) ? [[name, groupHeader] as const] : [],
  );
  return {
    exportFields: names.join(","),
    ...(groups.length > 0 ? { exportGroups: JSON.stringify(Object.fromEntries(groups)) } : {}),
  };
}

/** Chosen rows are no filter: only what the whole query finds is named after it. */
function nameOf(
  store: ListStore,
  { source }: ButtonPlan,
  selections: object,
  { dictionaries }: Pick<ExportTools, "dictionaries">,
): string | undefined {
  const name = "fileName" in source ? source.fileName : undefined;
  const words = name === undefined || "selections" in selections ? "" : filterWords(store, dictionaries);
  return words === "" ? name : `${name}-${words}`;
}
