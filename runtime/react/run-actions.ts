import type { Scope } from "../expr/compile.ts";
import { compileBraced, compileTemplate, resolveJson, splitTemplate } from "../expr/template.ts";
import type { Row } from "../model/resolved-model.ts";
import type { Own } from "../registry/define.ts";
import { registeredRenderer } from "../registry/registry.ts";
import type { Action, Actions } from "../schema/types.gen.ts";
import type { ConsoleServices } from "./services.ts";

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
}

/** Ends a list of actions without an error: the person said no. */
class Stopped extends Error {}

/**
 * Runs actions one after the other; a failed request or a declined question ends the list. Actions after a request
 * read its answer as `result`.
 *
 * @returns false when the person declined a question
 * @throws RequestError of the request that failed
 */
export async function runActions(actions: Actions, host: ActionHost): Promise<boolean> {
  let result: unknown;
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
    if (reason instanceof Stopped) return false;
    throw reason;
  }
}

type Runner<Type extends Action["type"]> = (
  action: Extract<Action, { readonly type: Type }>,
  host: ActionHost,
) => Promise<void> | void;

const runners: { readonly [Type in Own<Action["type"]>]: Runner<Type> } = {
  open(action, host) {
    const params = values(action.params, host);
    if (action.screen) host.services.navigate(screenAddress(action.screen, params));
    else host.open(action.view ?? "detail", params);
  },
  close: (_action, host) => host.close(),
  async submit(_action, host) {
    if ((await host.submit?.()) === false) throw new Stopped();
  },
  reload: (_action, host) => host.reload(),
  async request(action, host) {
    const answer = await host.services.request({
      method: action.method,
      url: action.url,
      ...(action.params ? { params: values(action.params, host) } : {}),
      ...(action.data ? { data: values(action.data, host) } : {}),
    });
    host.answered?.(answer);
  },
  transition: (action, host) => host.transition(action.transition, idsOf(action.ids, host)),
  message: (action, host) => host.services.notify(action.level ?? "info", text(action.text, host)),
  async confirm(action, host) {
    if (!(await host.services.confirm({ title: text(action.text, host) }))) throw new Stopped();
  },
  navigate(action, host) {
    host.services.navigate(address(action.to, host.scope()) + queryText(values(action.query, host)));
  },
  setValue: (action, host) => host.setValue?.(action.field, resolveJson(action.value, host.scope())),
  setQuery: (action, host) => host.setQuery?.(values(action.values, host)),
  async upload({ biz = "upload", accept, multiple = false }, host) {
    const files = (await host.pickFiles?.({ accept, multiple })) ?? [];
    if (files.length === 0) throw new Stopped();
    for (const file of files) await host.services.upload(file, { biz });
  },
  async download(action, host) {
    const file = await host.services.download({
      method: "GET",
      url: action.url,
      ...(action.params ? { params: values(action.params, host) } : {}),
    });
    host.save?.(file, action.fileName ? text(action.fileName, host) : undefined);
  },
  async copy(action, host) {
    const words = text(action.text, host);
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      // Without a secure address pages have no clipboard: the words are shown, for the keys that copy.
      host.services.notify("warning", words);
      throw new Stopped();
    }
  },
  print: (_action, host) => host.print?.(),
  async call(action, host) {
    const run = host.services.handlers?.[action.handler];
    if (!run) throw new Error(`no handler ${action.handler}`);
    await run(values(action.args, host));
  },
  async if(action, host) {
    const branch = compileBraced(action.test)(host.scope()) ? action.then : (action.else ?? []);
    for (const step of branch) await runAction(step, host);
  },
};

async function runAction(action: Action, host: ActionHost): Promise<void> {
  const own = Object.hasOwn(runners, action.type) ? runners[action.type as Own<Action["type"]>] : undefined;
  const run = own ?? (await registeredRenderer("action", action.type)?.fetch?.());
  await (run as Runner<Action["type"]> | undefined)?.(action as never, host);
}

function values(source: Readonly<Record<string, unknown>> | undefined, host: ActionHost): Row {
  return (resolveJson(source ?? {}, host.scope()) ?? {}) as Row;
}

function text(template: string, host: ActionHost): string {
  return compileTemplate(template)(host.scope());
}

function idsOf(ids: string | undefined, host: ActionHost): readonly string[] {
  const scope = host.scope();
  const value = ids ? compileBraced(ids)(scope) : (scope.row as Row | undefined)?.id;
  const list = Array.isArray(value) ? value : [value];
  return list.filter((id) => id !== undefined && id !== null && id !== "").map(String);
}

/** A value of the row stays one part of the address: it cannot change where that leads. */
function address(template: string, scope: Scope): string {
  return splitTemplate(template)
    .map((part) =>
      part.kind === "text" ? part.text : encodeURIComponent(compileTemplate(`{{${part.source}}}`)(scope)),
    )
    .join("");
}

/** The console finds a screen's route by its document id. */
function screenAddress(screen: string, params: Row): string {
  return `/${screen}${queryText(params)}`;
}

function queryText(params: Row): string {
  const entries = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return entries.length ? `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}` : "";
}
