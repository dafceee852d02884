import { useEffect, useState } from "react";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { Narrowing } from "../../runtime/record/narrowing.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import { reasonText } from "../layouts/LookUpState.tsx";

/** PCK-08: a select waits shortly, a search select longer. */
export const searchPauses = { select: 300, search: 800 } as const;
const limit = 20;

/** PCK-15: an answer is used again for as long as the wire's select widgets keep theirs. */
const keepMs = 30_000;
interface Kept {
  readonly at: number;
  readonly options: Promise<readonly DictOption[]>;
}
const kept = new WeakMap<ConsoleServices, Map<string, Kept>>();

const keyOf = (model: string, keyword: string, count: number, where?: Narrowing) =>
  JSON.stringify([model, keyword, count, where]);

function searchOnce(services: ConsoleServices, model: string, keyword: string, count: number, where?: Narrowing) {
  const answers = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, answers);
  const key = keyOf(model, keyword, count, where);
  const before = answers.get(key);
  if (before && Date.now() - before.at < keepMs) return before.options;
  const made = { at: Date.now(), options: services.dictionaries.search(model, keyword, count, where) };
  answers.set(key, made);
  made.options.catch(() => (answers.get(key) === made ? answers.delete(key) : undefined));
  return made.options;
}

export interface RecordSearch {
  /** Of the present text only: what an earlier one found is gone with it. */
  readonly options: readonly DictOption[];
  readonly loading: boolean;
  /** Why the present text could not be looked up. */
  readonly problem: string | undefined;
  search(keyword: string): void;
  /** Asks once more, also while an answer is still awaited. */
  retry(): void;
}

interface Answered {
  readonly key: string;
  readonly options: readonly DictOption[];
  readonly problem?: string;
}

/** Looks up rows of a model by what is typed: waits for a pause, drops late answers. */
export function useRecordSearch(
  services: ConsoleServices,
  dict: ResolvedDict | undefined,
  open: boolean,
  {
    pauseMs = searchPauses.select,
    pageSize = limit,
    where,
  }: { readonly pauseMs?: number; readonly pageSize?: number; readonly where?: Narrowing | undefined } = {},
): RecordSearch {
  const [typed, setTyped] = useState("");
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<Answered | undefined>(undefined);
  const model = dict?.kind === "model" ? dict.model : undefined;
  const keyword = typed.trim();
  const key = keyOf(model ?? "", keyword, pageSize, where);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again; the key holds the conditions
  useEffect(() => {
    if (!open || !model) return;
    let isLate = false;
    const timer = window.setTimeout(
      () =>
        searchOnce(services, model, keyword, pageSize, where).then(
          (options) => (isLate ? undefined : setAnswered({ key, options })),
          (reason: unknown) => {
            if (isLate) return;
            const problem = reasonText(reason);
            // The search select says what went wrong itself, as a warning; the list keeps it, with a way to ask again.
            services.notify("warning", problem);
            setAnswered({ key, options: [], problem });
          },
        ),
      keyword ? pauseMs : 0,
    );
    return () => {
      isLate = true;
      window.clearTimeout(timer);
    };
  }, [services, key, open, pauseMs, round]);

  const mine = answered?.key === key ? answered : undefined;
  return {
    options: mine?.options ?? [],
    loading: open && model !== undefined && mine === undefined,
    problem: mine?.problem,
    search: setTyped,
    retry: () => {
      kept.get(services)?.delete(key);
      setAnswered(undefined);
      setRound((now) => now + 1);
    },
  };
}
