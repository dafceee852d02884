import type { Scope } from "../expr/compile.ts";
import { words } from "../format/words.ts";
import type { Row } from "../model/resolved-model.ts";
import { fetchRenderer, registeredRenderer, reportRenderer } from "../registry/registry.ts";
import type { Action, Actions } from "../schema/types.gen.ts";
import { type ConsoleServices, RequestError } from "./services.ts";

/** What a list of actions can reach: the screen they stand on. A host leaves out what it does not have. */
export interface ActionHost {
  readonly services: ConsoleServices;
  scope(): Scope;
  open(view: string, params: Row): void;
  close(): void;
  reload(): Promise<void>;
  transition(name: string, ids: readonly string[]): Promise<void>;
  /** Answers false when nothing was saved: what follows does not run. */
  submit?(): Promise<boolean>;
  setValue?(field: string, value: unknown): void;
  setQuery?(values: Row): void;
  print?(): void;
  save?(file: { readonly blob: Blob; readonly fileName: string }, name: string | undefined): void;
  /** Asks the person for files; none when nothing was chosen. */
  pickFiles?(options: { readonly accept: string | undefined; readonly multiple: boolean }): Promise<readonly File[]>;
  /** The answer of a request among the actions. */
  answered?(result: unknown): void;
  /** The person said no to a question: a form that the actions came from stays as it is. */
  declined?(): void;
}

/** Ends a list of actions: the person said no, or was told what failed. */
export class ActionsStopped extends Error {}

/**
 * Runs actions one after the other; a failed request or a declined question ends the list. Actions after a request
 * read its answer as `result`. An action that fails by itself is told and named in the log, and ends the list too.
 *
 * @param saved what a form got when it was saved: the first `result`
 * @returns false when the list ended early: a question was declined, or an action failed
 * @throws RequestError of the request that failed
 */
export async function runActions(actions: Actions, host: ActionHost, saved?: unknown): Promise<boolean> {
  let result = saved;
  const withResult: ActionHost = {
    ...host,
    scope: () => ({ ...host.scope(), result }),
    answered: (answer) => {
      result = answer;
    },
  };
  try {
    for (const action of actions) await runAction(action, withResult);
    return true;
  } catch (reason) {
    if (reason instanceof ActionsStopped) return false;
    throw reason;
  }
}

/**
 * What an action does: a renderer of the slot `action` exports one. A plugin's action says its own shape,
 * `ActionRunner<{ readonly type: "acme:mail"; readonly to: string }>`.
 */
export type ActionRunner<Of extends Action["type"] | { readonly type: string } = Action["type"]> = (
  action: Of extends Action["type"] ? Extract<Action, { readonly type: Of }> : Of,
  host: ActionHost,
) => Promise<void> | void;

/**
 * Runs one action, also for actions that hold others.
 *
 * @throws ActionsStopped when the list ends here; RequestError of a request that failed
 */
export async function runAction(action: Action, host: ActionHost): Promise<void> {
  try {
    const { component } = registeredRenderer("action", action.type) ?? {};
    await ((component ?? (await fetchRenderer("action", action.type))) as ActionRunner)(action, host);
  } catch (reason) {
    if (reason instanceof ActionsStopped || reason instanceof RequestError) throw reason;
    reportRenderer("action", action.type, "failed", reason);
    host.services.notify("error", words.actionFailed(action.type));
    throw new ActionsStopped();
  }
}
