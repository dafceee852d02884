import { useEffect, useRef, useState } from "react";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";

const debounceMs = 300;
const limit = 20;

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
        const found = await services.dictionaries.search(model, keyword.trim(), limit).catch(() => []);
        if (ticket !== asked.current) return;
        setOptions(found);
        setLoading(false);
      },
      keyword ? debounceMs : 0,
    );
    return () => window.clearTimeout(timer);
  }, [services, model, keyword, open]);

  return { options, loading, search: setKeyword };
}
