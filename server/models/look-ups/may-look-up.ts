import type { preHandlerAsyncHookHandler } from "fastify";
import { decideAction } from "../../../runtime/permission/action.ts";
import { callerOf } from "../../auth/access.ts";
import type { Caller } from "../../auth/caller.ts";
import type { ServerContext } from "../../context.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { AppError } from "../../http/errors.ts";
import { lookUpsOfScreens } from "./screen-look-ups.ts";

/**
 * Whether somebody may choose from the rows of a model or read their names (PCK-03): they may list them, or a screen
 * that they may open has a field that is picked from them. Which rows they get is for the row rules.
 */
export function mayLookUp(documents: DocumentStore, modelId: string, caller: Caller): boolean {
  const prefix = documents.resolvedModels.get(modelId)?.permissionPrefix;
  if (decideAction(caller, `${prefix}:list`).allowed) return true;
  return lookUpsOfScreens(documents).some(
    ({ code, models }) => models.has(modelId) && decideAction(caller, code).allowed,
  );
}

/** @throws AppError FORBIDDEN */
export function refuseLookUp(documents: DocumentStore, modelId: string, caller: Caller): void {
  if (!mayLookUp(documents, modelId, caller)) throw new AppError("FORBIDDEN");
}

/** For routes that serve one model's rows to pickers. */
export function guardLookUp({ documents }: ServerContext, modelId: string): preHandlerAsyncHookHandler {
  return async (request) => refuseLookUp(documents.current, modelId, callerOf(request));
}
