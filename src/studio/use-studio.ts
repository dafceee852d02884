import { useCallback, useEffect, useMemo, useState } from "react";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import { useLoad } from "../../renderers/layouts/use-load.ts";
import { type Conflict, mergeDocuments } from "../../runtime/overlay/apply-overlay.ts";
import { type ConsoleServices, RequestError, textOfReason } from "../../runtime/react/services.ts";
import { printJson } from "../../runtime/schema/print-json.ts";
import { parseText } from "./parse-text.ts";
import type { CheckAnswer, OpenDocument, Words } from "./studio-types.ts";

const base = "/online/document";
/** Milliseconds without another keystroke. */
const pauseMs = 400;

export type Opened =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly reason: unknown }
  | { readonly kind: "ready"; readonly document: OpenDocument; readonly words: Words };

export interface Checked {
  readonly answer?: CheckAnswer | undefined;
  /** Of which text. */
  readonly text?: string;
  readonly problem?: unknown;
  readonly isRunning: boolean;
}

/** What another person changed in the meantime; `undefined` conflicts: it could not be merged. */
export interface MergeNews {
  readonly conflicts: readonly Conflict[] | undefined;
}

export interface Studio {
  readonly opened: Opened;
  readonly text: string;
  readonly checked: Checked;
  readonly isDirty: boolean;
  readonly draftTime: string | undefined;
  readonly busy: "save" | "discard" | "publish" | undefined;
  readonly news: MergeNews | undefined;
  setText(text: string): void;
  reload(): void;
  check(): Promise<CheckAnswer | undefined>;
  saveDraft(): Promise<void>;
  discard(): Promise<void>;
  /** @returns whether it is in force now */
  publish(): Promise<boolean>;
  take(document: OpenDocument): void;
}

/** A document while somebody works on it: its text, what the compiler says of it, its draft and the way into force. */
export function useStudio(path: string, services: ConsoleServices): Studio {
  const [opened, setOpened] = useState<Opened>({ kind: "loading" });
  const [text, setText] = useState("");
  const [kept, setKept] = useState("");
  const [baseText, setBaseText] = useState("");
  const [draftTime, setDraftTime] = useState<string>();
  const [checked, setChecked] = useState<Checked>({ isRunning: false });
  const [busy, setBusy] = useState<Studio["busy"]>();
  const [news, setNews] = useState<MergeNews>();
  const [round, setRound] = useState(0);

  const show = useEvent((document: OpenDocument) => {
    const { draft } = document;
    setOpened((now) => (now.kind === "ready" ? { ...now, document } : now));
    setDraftTime(draft?.time);
    setBaseText(document.text);
    setKept(draft?.text ?? document.text);
    setText(draft?.text ?? document.text);
    setNews(undefined);
    // The draft was begun over something else than what is in force now.
    if (draft && draft.baseText !== document.text) meet(draft.baseText, document.text, draft.text);
  });
  const meet = (from: string, theirs: string, ours: string) => {
    const [start, their, our] = [parseText(from), parseText(theirs), parseText(ours)];
    if (!start || !their || !our) return setNews({ conflicts: undefined });
    const { document, conflicts } = mergeDocuments(start, their, our);
    setText(`${printJson(document)}\n`);
    setBaseText(theirs);
    setNews({ conflicts });
  };

  useLoad(
    async (signal) => {
      setOpened({ kind: "loading" });
      try {
        const [document, words] = await Promise.all([
          services.request<OpenDocument>({ method: "GET", url: `${base}/read`, params: { path }, signal }),
          services.request<Words>({ method: "GET", url: `${base}/words`, signal }),
        ]);
        if (signal.aborted) return;
        setOpened({ kind: "ready", document, words });
        show(document);
      } catch (reason) {
        if (!signal.aborted) setOpened({ kind: "failed", reason });
      }
    },
    [path, round],
  );

  const mayEdit = opened.kind === "ready" && opened.document.mayEdit;
  const ask = useEvent(async (asked: string, signal?: AbortSignal): Promise<CheckAnswer | undefined> => {
    setChecked((now) => ({ ...now, isRunning: true }));
    try {
      const options = { method: "POST", url: `${base}/check`, data: { path, text: asked } } as const;
      const { result } = await services.send({ ...options, ...(signal ? { signal } : {}) });
      if (signal?.aborted) return undefined;
      const answer = result as CheckAnswer;
      setChecked({ answer, text: asked, isRunning: false });
      return answer;
    } catch (problem) {
      if (!signal?.aborted) setChecked((now) => ({ ...now, problem, isRunning: false }));
      return undefined;
    }
  });
  useEffect(() => {
    if (!mayEdit || text === "") return;
    const request = new AbortController();
    const timer = setTimeout(() => void ask(text, request.signal), pauseMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [mayEdit, text, ask]);

  const isDirty = mayEdit && text !== kept;
  const dirtyNow = useEvent(() => isDirty);
  useEffect(() => services.unsaved?.watch(dirtyNow), [services, dirtyNow]);

  const work = async (kind: NonNullable<Studio["busy"]>, run: () => Promise<boolean>): Promise<boolean> => {
    setBusy(kind);
    try {
      return await run();
    } catch (reason) {
      services.notify("error", textOfReason(reason), reason);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const saveDraft = async () => {
    await work("save", async () => {
      const { result, message } = await services.send({
        ...{ method: "PUT", url: `${base}/draft` },
        data: { path, text, baseText },
      });
      setKept(text);
      setDraftTime((result as { readonly time: string }).time);
      services.notify("success", message);
      return true;
    });
  };
  const discard = async () => {
    await work("discard", async () => {
      const { message } = await services.send({ method: "DELETE", url: `${base}/draft`, params: { path } });
      const document = await services.request<OpenDocument>({ method: "GET", url: `${base}/read`, params: { path } });
      show(document);
      services.notify("success", message);
      return true;
    });
  };
  const publish = () =>
    work("publish", async () => {
      if (opened.kind !== "ready") return false;
      try {
        const data = { path, text, expected: opened.document.tag };
        const { result, message } = await services.send({ method: "POST", url: `${base}/publish`, data });
        show(result as OpenDocument);
        services.notify("success", message);
        return true;
      } catch (reason) {
        const current = conflictOf(reason);
        if (!current) throw reason;
        setOpened({ ...opened, document: { ...opened.document, ...current } });
        meet(baseText, current.text, text);
        return false;
      }
    });
  return {
    ...{ opened, text, checked, isDirty, draftTime, busy, news, setText, saveDraft, discard, publish },
    reload: useCallback(() => setRound((count) => count + 1), []),
    check: useCallback(() => ask(text), [ask, text]),
    take: show,
  };
}

/** What is in force, of a refusal because somebody else published. */
function conflictOf(reason: unknown): Pick<OpenDocument, "text" | "tag" | "version"> | undefined {
  if (!(reason instanceof RequestError) || reason.status !== 409) return undefined;
  return (reason.envelope?.result as { readonly current?: OpenDocument } | null)?.current;
}

/** Titles of the fields that a document speaks of. */
export function useFieldTitles(words: Words | undefined, text: string): (name: string) => string | undefined {
  return useMemo(() => {
    const document = parseText(text);
    const titles = new Map<string, string>();
    const own = document?.fields;
    const model = words?.models.find(({ id }) => id === document?.model);
    for (const { name, title } of model?.fields ?? []) titles.set(name, title);
    for (const [name, field] of Object.entries(typeof own === "object" && own !== null ? own : {})) {
      const { title } = field as { readonly title?: unknown };
      if (typeof title === "string") titles.set(name, title);
    }
    return (name) => titles.get(name);
  }, [words, text]);
}
