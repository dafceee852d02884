import type { Condition } from "../compile/expression.ts";
import type { Scope } from "../expr/compile.ts";
import type { Row } from "../model/resolved-model.ts";
import type { ConsoleServices } from "./services.ts";

export interface ScopeParts {
  readonly row?: Row | undefined;
  readonly rows?: readonly Row[];
  readonly form?: Row;
  readonly master?: Row | undefined;
  readonly selection?: { readonly keys: readonly string[]; readonly rows: readonly Row[] };
  readonly query?: Row;
  /** Sums over all rows of a report, by column; exact where the server adds them up. */
  readonly totals?: Row;
  readonly mode?: string;
  /** Whether the form holds something unsaved. */
  readonly dirty?: boolean;
  readonly dicts?: Readonly<Record<string, unknown>>;
}

/** The named roots that a screen's expressions see. Nothing is inherited; what is not given is undefined. */
export function buildScope(services: ConsoleServices, parts: ScopeParts, now = new Date()): Scope {
  const { auth } = services.permissions;
  return {
    user: services.user,
    perms: auth.flatMap((entry) => entry.action.split(",")),
    now: wireTime(now),
    ...parts,
  };
}

export function isTrue(condition: Condition, scope: Scope): boolean {
  return typeof condition === "boolean" ? condition : Boolean(condition.evaluate(scope));
}

/** A clock time as the wire writes it, in the browser's zone. */
export function wireTime(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
