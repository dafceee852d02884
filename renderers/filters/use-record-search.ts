import { useEffect, useRef, useState } from "react";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";

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

function searchOnce(services: ConsoleServices, model: string, keyword: string, count: number) {
  const answers = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, answers);
  const key = JSON.stringify([model, keyword, count]);
  const before = answers.get(key);
  if (before && Date.now() - before.at < keepMs) return before.options;
  const options = services.dictionaries.search(model, keyword, count);
  answers.set(key, { at: Date.now(), options });
  options.catch(() => answers.delete(key));
  return options;
}

export interface RecordSearch {
  readonly options: readonly DictOption[];
  readonly loading: boolean;
  search(keyword: string): void;
}

/** Looks up rows of a model by what is typed: waits for a pause, drops late answers. */
export function useRecordSearch(
  services: ConsoleServices,
  dict: ResolvedDict | undefined,
  open: boolean,
  { pauseMs = searchPauses.select, pageSize = limit }: { readonly pauseMs?: number; readonly pageSize?: number } = {},
): RecordSearch {
  const [keyword, setKeyword] = useState("");
  const [options, setOptions] = useState<readonly DictOption[]>([]);
  const [loading, setLoading] = useState(false);
  const asked = useRef(0);
  const model = dict?.kind === "model" ? dict.model : undefined;

  useEffect(() => {
    if (!open || !model) return;
    const ticket = ++asked.current;
    setLoading(true);
    const timer = window.setTimeout(
      async () => {
        // The search select says what went wrong itself, as a warning.
        const found = await searchOnce(services, model, keyword.trim(), pageSize).catch((reason: unknown) => {
          if (ticket === asked.current && reason instanceof Error) services.notify("warning", reason.message);
          return [];
        });
        if (ticket !== asked.current) return;
        setOptions(found);
        setLoading(false);
      },
      keyword ? pauseMs : 0,
    );
    return () => window.clearTimeout(timer);
  }, [services, model, keyword, open, pauseMs, pageSize]);

  return { options, loading, search: setKeyword };
}
