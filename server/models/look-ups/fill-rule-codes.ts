import { permissionPrefixOf } from "../../../runtime/menu/derive-menu-rows.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import type { Caller } from "../../auth/caller.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { partsOf } from "./screen-look-ups.ts";

/**
 * Whether somebody may take a value of a fill rule by its code. A number that is given out is gone, so it goes to who may
 * add the rows that it is for, and to who administers the rules.
 */
export function mayTakeValue(documents: DocumentStore, rule: string, caller: Caller): boolean {
  const ofModels = [...documents.models].flatMap(([id, model]) =>
    fills(model, rule) ? [`${documents.resolvedModels.get(id)?.permissionPrefix}:add`] : [],
  );
  const ofScreens = [...documents.screens].flatMap(([id, screen]) => {
    if (!partsOf(documents, screen).some((part) => fills(part, rule))) return [];
    const model = screen.model === undefined ? undefined : documents.models.get(screen.model);
    return [`${permissionPrefixOf(id, screen, model)}:add`];
  });
  return decideAction(caller, ["system:fill-rule:edit", ...ofModels, ...ofScreens].join(",")).allowed;
}

/** Whether a field of a document, at any depth, is filled by the rule. */
function fills(document: unknown, rule: string): boolean {
  if (typeof document !== "object" || document === null) return false;
  return Object.entries(document).some(([key, value]) => {
    const named =
      key === "fill" && typeof value === "object" ? (value as { readonly rule?: unknown } | null)?.rule : "";
    return named === rule || fills(value, rule);
  });
}
