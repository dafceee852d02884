import { fileURLToPath } from "node:url";

const killer = fileURLToPath(new URL("kill-at-statement.mjs", import.meta.url));

/** The environment of a server that, told by SIGUSR2, ends at the statement `at`, counted from 0 after the first one with `mark` in it. */
export const endsAt = (mark: string, at: number): Readonly<Record<string, string>> => ({
  ...{ NODE_OPTIONS: `--import ${killer}`, KILL_MARK: mark, KILL_AT: String(at) },
});

/** The environment of a server that, told by SIGUSR2, leaves each statement `at` unsent, counted from 0 after the first with its mark. */
export const holdsAt = (
  holds: readonly { readonly mark: string; readonly at: number }[],
): Readonly<Record<string, string>> => ({
  ...{ NODE_OPTIONS: `--import ${killer}`, KILL_HOLDS: JSON.stringify(holds) },
});
