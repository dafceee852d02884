import type { ResolvedDict } from "../../../../runtime/model/resolved-model.ts";
import type { DictOption } from "../../../../runtime/wire/envelope.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { ServerContext } from "../../../context.ts";
import { searchOptions } from "../../../models/dict/table-dictionaries.ts";
import { mayLookUp } from "../../../models/look-ups/may-look-up.ts";

/**
 * The options of a field: a dictionary's, or those rows of a table that the caller may look up. Null for what cannot be
 * read, so that the form itself still opens.
 */
export async function optionsOf(
  { dictionaries, documents, engine }: Pick<ServerContext, "dictionaries" | "documents" | "engine">,
  dict: ResolvedDict,
  caller: Caller,
): Promise<readonly DictOption[] | null> {
  if (dict.kind === "code") return (await dictionaries.options(dict.code)) ?? null;
  const model = documents.current.resolvedModels.get(dict.model);
  if (!model || !mayLookUp(documents.current, dict.model, caller)) return null;
  return searchOptions(engine, { ...dict, model }, caller, {});
}
