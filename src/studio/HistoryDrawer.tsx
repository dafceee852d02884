import { Button, Select, Skeleton } from "antd";
import { useEffect, useId, useMemo, useState } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { ViewFrame } from "../../renderers/layouts/ViewFrame.tsx";
import type { JsonObject } from "../../runtime/overlay/overlay.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { describeChange } from "./describe-change.ts";
import { parseText } from "./parse-text.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { KeptVersion, OpenDocument, Words } from "./studio-types.ts";
import { type Studio, useFieldTitles } from "./use-studio.ts";

interface HistoryDrawerProps {
  readonly studio: Studio;
  readonly words: Words;
  readonly services: ConsoleServices;
  onClose(): void;
}

interface Answer {
  readonly file: string | null;
  readonly versions: readonly KeptVersion[];
}
type Loaded = { readonly answer?: Answer; readonly reason?: unknown };

interface Entry {
  readonly version: number;
  readonly label: string;
  readonly document: JsonObject;
}

/** The published versions: any two compared by what they mean, and the way back to one. */
export function HistoryDrawer({ studio, words, services, onClose }: HistoryDrawerProps) {
  const { opened } = studio;
  const document = opened.kind === "ready" ? opened.document : undefined;
  const path = document?.path ?? "";
  const [{ answer, reason }, setLoaded] = useState<Loaded>({});
  const [round, setRound] = useState(0);
  const [pair, setPair] = useState<readonly [number, number]>();
  const [busy, setBusy] = useState(false);
  const titleOfField = useFieldTitles(words, studio.text);
  useEffect(() => {
    void round;
    const request = new AbortController();
    const options = { method: "GET", url: "/online/document/versions", params: { path } } as const;
    services.request<Answer>({ ...options, signal: request.signal }).then(
      (next) => setLoaded({ answer: next }),
      (failure) => !request.signal.aborted && setLoaded({ reason: failure }),
    );
    return () => request.abort();
  }, [services, path, round]);

  const entries = useMemo(() => entriesOf(answer), [answer]);
  const [from, to] = pair ?? [entries[1]?.version ?? 0, entries[0]?.version ?? 0];
  const [older, newer] = [entries.find((one) => one.version === from), entries.find((one) => one.version === to)];
  const changes = useMemo(
    () =>
      older && newer
        ? describeChange(older.document, newer.document, { kind: document?.kind ?? "screen", titleOfField })
        : [],
    [older, newer, document, titleOfField],
  );
  const name = from === 0 ? texts.file : texts.version(from);
  const restore = async () => {
    if (!document) return;
    if (!(await services.confirm({ title: texts.restoreTitle(name), content: texts.restoreText }))) return;
    setBusy(true);
    try {
      const data = { path, version: from, expected: document.tag };
      const { result, message } = await services.send({ method: "POST", url: "/online/document/restore", data });
      services.notify("success", message);
      studio.take(result as OpenDocument);
      onClose();
    } catch (failure) {
      services.notify("error", textOfReason(failure), failure);
      setRound((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const mayRestore = document?.mayRestore && older && from !== document.version && changes.length > 0;
  return (
    <ViewFrame
      as="drawer"
      title={texts.historyTitle}
      label={texts.historyTitle}
      width={640}
      onClose={onClose}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow" />
          <Button onClick={onClose}>{texts.close}</Button>
          {mayRestore ? (
            <Button type="primary" loading={busy} onClick={() => void restore()}>
              {texts.restore(name)}
            </Button>
          ) : null}
        </div>
      }
    >
      {reason !== undefined ? (
        <EmptyState kind="error" title={texts.historyTitle} text={textOfReason(reason)} reason={reason}>
          <Button type="primary" onClick={() => setRound((count) => count + 1)}>
            {texts.retry}
          </Button>
        </EmptyState>
      ) : null}
      {answer === undefined && reason === undefined ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {answer && answer.versions.length === 0 ? <p className="sc-nothing">{texts.noHistory}</p> : null}
      {answer && answer.versions.length > 0 ? (
        <>
          <div className="sc-boxes sc-muted">
            <VersionSelect label={texts.older} entries={entries} value={from} onChange={(one) => setPair([one, to])} />
            <VersionSelect label={texts.newer} entries={entries} value={to} onChange={(one) => setPair([from, one])} />
          </div>
          {changes.length === 0 ? <p className="sc-nothing">{texts.same}</p> : <h4>{texts.changes(changes.length)}</h4>}
          <ul>
            {changes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : null}
    </ViewFrame>
  );
}

interface VersionSelectProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly value: number;
  onChange(version: number): void;
}

function VersionSelect({ label, entries, value, onChange }: VersionSelectProps) {
  const id = useId();
  return (
    <div className="sc-boxes sc-tight">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        onChange={onChange}
        options={entries.map((one) => ({ value: one.version, label: one.label }))}
      />
    </div>
  );
}

/** The versions, the newest first, and the file of today below them. */
function entriesOf(answer: Answer | undefined): readonly Entry[] {
  if (!answer) return [];
  const file = parseText(answer.file ?? "");
  return [
    ...answer.versions.map(({ version, time, realname, restoredFrom, document }) => ({
      version,
      document,
      label: [
        texts.versionOf(version, time.slice(0, 16), realname),
        restoredFrom === null ? "" : texts.restoredFrom(restoredFrom),
      ].join(" "),
    })),
    ...(file ? [{ version: 0, label: texts.file, document: file }] : []),
  ];
}
