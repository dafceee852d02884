import { useEffect, useState } from "react";
import type { Audience, SavedQuery } from "../../runtime/query/saved-query.ts";
import { type SuperQuery, wholeQuery } from "../../runtime/query/super-query.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { loadSaved, readLocal, removeLocal, removeOnServer, saveOnServer, writeLocal } from "./saved-queries.ts";
import { superQueryMessages } from "./super-query-messages.ts";

const texts = superQueryMessages;

/** A saved query and where it is kept. */
export interface SavedEntry {
  readonly place: "local" | Audience;
  readonly query: SavedQuery;
}

/** What the form of 保存查询 asks for. */
export interface SaveRequest {
  readonly title: string;
  readonly place: "local" | Audience;
  readonly audienceKey: string;
  readonly isDefault: boolean;
  /** Columns and order to keep along. */
  readonly view: Pick<SavedQuery, "columns" | "sort"> | undefined;
}

/** QRY-03: the saved queries of a page, in this browser (per page path) and on the server. */
export function useSavedQueries(services: ConsoleServices, screen: string, path: string) {
  const [local, setLocal] = useState(() => readLocal(path));
  const [stored, setStored] = useState<readonly SavedQuery[]>([]);
  const [isFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads once more
  useEffect(() => {
    let isLate = false;
    loadSaved(services, screen).then(
      (queries) => {
        if (isLate) return;
        setStored(Array.isArray(queries) ? queries : []);
        setFailed(false);
      },
      () => (isLate ? undefined : setFailed(true)),
    );
    return () => {
      isLate = true;
    };
  }, [services, screen, round]);
  const entries: readonly SavedEntry[] = [
    ...local.map((query): SavedEntry => ({ place: "local", query })),
    ...stored.map((query): SavedEntry => ({ place: query.audience, query })),
  ];

  const twinOf = (request: SaveRequest) =>
    entries.find(
      ({ place, query }) =>
        place === request.place &&
        query.title === request.title &&
        (place === "local" || (query.audienceKey === request.audienceKey && query.canChange)),
    )?.query;

  /** Answers whether it was saved; the person was asked before anything was overwritten. */
  async function save(request: SaveRequest, query: SuperQuery): Promise<boolean> {
    const whole = wholeQuery(query);
    const problem = !whole ? texts.emptySave : request.title === "" ? texts.nameEmpty : undefined;
    if (!whole || problem) {
      services.notify("warning", problem ?? texts.emptySave);
      return false;
    }
    const twin = twinOf(request);
    if (twin && !(await services.confirm({ title: texts.exists(request.title), okText: texts.overwrite })))
      return false;
    if (request.place === "local") {
      if (!writeLocal(path, request.title, whole)) {
        services.notify("error", texts.notStored);
        return false;
      }
      setLocal(readLocal(path));
    } else if (!(await send(request, whole, twin))) return false;
    services.notify("success", texts.saved);
    return true;
  }

  async function send(request: SaveRequest, query: SuperQuery, twin: SavedQuery | undefined): Promise<boolean> {
    const { title, place: audience, audienceKey, isDefault, view } = request;
    const over = twin ? { id: twin.id, version: twin.version } : {};
    try {
      await saveOnServer(services, { screen, title, audience, audienceKey, isDefault, ...query, ...view, ...over });
    } catch (reason) {
      if (reason instanceof RequestError) return false; // the console has shown it
      throw reason;
    }
    setRound((now) => now + 1);
    return true;
  }

  async function remove({ place, query }: SavedEntry): Promise<void> {
    const isSure = await services.confirm({
      title: texts.removeTitle,
      content: texts.removeText,
      okText: texts.removeOk,
      danger: true,
    });
    if (!isSure) return;
    if (place === "local") {
      removeLocal(path, query.title);
      setLocal(readLocal(path));
      return;
    }
    try {
      await removeOnServer(services, query.id);
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
    }
    setRound((now) => now + 1);
  }

  return { entries, isFailed, reload: () => setRound((now) => now + 1), save, remove };
}
