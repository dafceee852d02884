import { Button, Timeline } from "antd";
import { useEffect, useState } from "react";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { RequestNumber } from "../layouts/RequestNumber.tsx";
import { messages } from "../messages.ts";
import { Comments } from "./Comments.tsx";
import { historyMessages } from "./history-messages.ts";
import "./record-history.css";

interface Entry {
  readonly id: string;
  readonly version: number;
  readonly change: "saved" | "deleted";
  readonly time: string;
  readonly realname: string;
  readonly changes: readonly {
    readonly name: string;
    readonly title: string;
    readonly from: string;
    readonly to: string;
  }[];
}

interface RecordHistoryProps {
  readonly model: ResolvedModel;
  readonly row: Row;
  readonly services: ConsoleServices;
}

const history = historyMessages;
/** What a new record was filled with is told in short; its detail shows it anyway. */
const firstShown = 3;

/** What people wrote beside a record and what happened to it, for models that ask for it. */
export function RecordHistory({ model, row, services }: RecordHistoryProps) {
  const id = String(row.id ?? "");
  if (id === "" || (!model.comments && !model.timeline)) return null;
  return (
    <>
      {model.comments ? <Comments key={`c-${id}`} modelId={model.id} id={id} services={services} /> : null}
      {model.timeline ? (
        <History key={`t-${id}`} modelId={model.id} id={id} version={row.version} services={services} />
      ) : null}
    </>
  );
}

interface HistoryProps {
  readonly modelId: string;
  readonly id: string;
  readonly version: unknown;
  readonly services: ConsoleServices;
}

function History({ modelId, id, version, services }: HistoryProps) {
  const [entries, setEntries] = useState<readonly Entry[] | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    void version;
    setProblem(undefined);
    const request = new AbortController();
    const options = { method: "GET", url: "/lowcode/records/timeline", params: { model: modelId, id } } as const;
    services.request<readonly Entry[]>({ ...options, signal: request.signal }).then(setEntries, (reason) => {
      if (!request.signal.aborted) setProblem(reason);
    });
    return () => request.abort();
  }, [services, modelId, id, version, round]);
  return (
    <section className="sc-group sc-history">
      <h3>{history.timeline}</h3>
      {entries === undefined && problem === undefined ? <p className="sc-sub-note">{messages.states.loading}</p> : null}
      {problem ? (
        <p className="sc-sub-note" role="alert">
          {textOfReason(problem)}{" "}
          <Button type="link" onClick={() => setRound((count) => count + 1)}>
            {messages.states.retry}
          </Button>{" "}
          <RequestNumber reason={problem} />
        </p>
      ) : null}
      {!problem && entries?.length === 0 ? <p className="sc-sub-note">{history.noTimeline}</p> : null}
      {!problem && entries && entries.length > 0 ? (
        <Timeline
          className="sc-timeline"
          items={entries.map((entry) => ({
            key: entry.id,
            color: entry.change === "deleted" ? "red" : "blue",
            content: <HistoryEntry entry={entry} />,
          }))}
        />
      ) : null}
    </section>
  );
}

function HistoryEntry({ entry }: { readonly entry: Entry }) {
  const isFirst = entry.version === 1 && entry.change === "saved";
  const shown = isFirst ? entry.changes.slice(0, firstShown) : entry.changes;
  return (
    <>
      <p>
        <b>{entry.realname}</b> {history.verb(entry.change, isFirst)}
        <time className="sc-hint sc-num">{entry.time.slice(0, 16)}</time>
      </p>
      {entry.change === "saved" && shown.length > 0 ? (
        <dl className="sc-pairs">
          {shown.map(({ name, title, from, to }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>
                {isFirst ? null : <span className="sc-muted">{from || messages.dash}</span>}
                {isFirst ? null : <i className="sc-muted">→</i>}
                <span>{to || messages.dash}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {entry.change === "saved" && shown.length > 0 && entry.changes.length > shown.length ? (
        <p className="sc-hint">{history.andMore(entry.changes.length - shown.length)}</p>
      ) : null}
    </>
  );
}
