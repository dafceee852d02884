import { useEffect, useState } from "react";
import { type SuperQuery, wholeQuery } from "../../runtime/query/super-query.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import { listParams } from "../../runtime/wire/list-request.ts";
import { readPage } from "../../runtime/wire/page.ts";

const pauseMs = 500;

/** How many rows the query in the builder would find; undefined until it is known, and for an empty one. */
export function useResultCount(store: ListStore, query: SuperQuery): number | undefined {
  const whole = wholeQuery(query);
  const text = whole ? JSON.stringify(whole) : "";
  const [count, setCount] = useState<number | undefined>(undefined);
  useEffect(() => {
    setCount(undefined);
    if (text === "") return;
    const request = new AbortController();
    const timer = window.setTimeout(() => {
      const { items } = store.plan.query;
      const superQuery = JSON.parse(text) as SuperQuery;
      const params = listParams({ items, values: store.applied, superQuery, pageNo: 1, pageSize: 1, sort: store.sort });
      // A count is an extra: what is wrong with the query is said when it is applied.
      store.services.send({ method: "GET", url: `${store.plan.model.base}/list`, params, signal: request.signal }).then(
        (answer) => (request.signal.aborted || !answer.success ? undefined : setCount(readPage(answer.result).total)),
        () => undefined,
      );
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      request.abort();
    };
  }, [store, text]);
  return count;
}
