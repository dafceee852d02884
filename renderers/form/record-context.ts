import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { wireTime } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { RecordContext } from "../../runtime/record/record-types.ts";

/** What the rules of an open form may look at besides the record. */
export function recordContext(
  mode: RecordContext["mode"],
  services: ConsoleServices,
  dictionaries: DictionaryCache,
  row: Row,
): RecordContext {
  return {
    mode,
    now: wireTime(new Date()),
    user: { ...services.user },
    perms: services.permissions.auth.flatMap((entry) => entry.action.split(",")),
    dicts: dictionaries.all(),
    ...(mode === "edit" ? { before: row } : {}),
  };
}
