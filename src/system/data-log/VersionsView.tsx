import ArrowRightOutlined from "@ant-design/icons/ArrowRightOutlined";
import { Button, Checkbox, Select, Skeleton } from "antd";
import { useEffect, useId, useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { ViewFrame } from "../../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../../renderers/registered-contents.ts";
import { words } from "../../../runtime/format/words.ts";
import { translateDocument } from "../../../runtime/language/document-texts.ts";
import { textOfReason } from "../../../runtime/react/services.ts";
import { operationMessages } from "../../messages/operations.ts";
import "./versions-view.css";

const { versions: texts } = operationMessages;

interface Version {
  readonly id: string;
  readonly version: number;
  readonly change: "saved" | "deleted";
  readonly time: string;
  readonly realname: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Answer {
  readonly fields: readonly { readonly name: string; readonly title: string }[];
  /** Newest first. */
  readonly versions: readonly Version[];
  readonly currentVersion: number | null;
  readonly mayRestore: boolean;
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly reason: unknown };

/**
 * Two versions of a row side by side, field by field, and the way back to the older one. The document may name other
 * addresses that answer and restore versions in the same shape, with `headId` for whose they are.
 */
export function VersionsView({ params, services, frame, onClose }: ContentProps) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<readonly [string, string] | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const { dataTable, dataId, headId } = params;
  const url = String(params.url ?? "/sys/dataLog/versions");
  const restoreUrl = String(params.restoreUrl ?? "/sys/dataLog/restore");
  useEffect(() => {
    void round;
    const request = new AbortController();
    const asked = headId === undefined ? { dataTable, dataId } : { id: headId };
    const options = { method: "GET", url, params: asked } as const;
    services.request<Answer>({ ...options, signal: request.signal }).then(
      (answer) => setLoaded({ kind: "ready", answer: { ...answer, fields: translateDocument(answer.fields) } }),
      (reason) => {
        if (!request.signal.aborted) setLoaded({ kind: "failed", reason });
      },
    );
    return () => request.abort();
  }, [services, url, dataTable, dataId, headId, round]);

  const answer = loaded.kind === "ready" ? loaded.answer : undefined;
  const pair = answer && pairOf(answer, chosen, Number(params.version));
  const handleRestore = async () => {
    if (!answer || !pair || answer.currentVersion === null) return;
    const current = answer.versions.find((one) => one.version === answer.currentVersion);
    const count = current ? differing(answer, pair.older, current).length : 0;
    const title = texts.restoreTitle(pair.older.version);
    if (
      !(await services.confirm({ title, content: texts.restoreText(count), okText: texts.restore(pair.older.version) }))
    )
      return;
    setBusy(true);
    try {
      const data = { id: pair.older.id, version: answer.currentVersion, ...(headId === undefined ? {} : { headId }) };
      const { message } = await services.send({ method: "POST", url: restoreUrl, data });
      services.notify("success", message);
      setChosen(undefined);
    } catch (reason) {
      services.notify("error", textOfReason(reason), reason);
    } finally {
      setBusy(false);
      setRound((count) => count + 1);
    }
  };
  const mayRestore = answer?.mayRestore && pair && pair.older.version !== answer.currentVersion;
  return (
    <ViewFrame
      {...frame}
      onClose={onClose}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow sc-muted">{answer && answer.currentVersion === null ? texts.gone : ""}</span>
          <Button onClick={onClose}>{texts.close}</Button>
          {mayRestore && pair.older.change === "saved" ? (
            <Button type="primary" loading={busy} onClick={() => void handleRestore()}>
              {texts.restore(pair.older.version)}
            </Button>
          ) : null}
        </div>
      }
    >
      {loaded.kind === "loading" ? (
        <div role="status" aria-busy="true" aria-label={texts.loading}>
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        </div>
      ) : null}
      {loaded.kind === "failed" ? (
        <EmptyState kind="error" title={frame.title} text={textOfReason(loaded.reason)} reason={loaded.reason}>
          <Button type="primary" onClick={() => setRound((count) => count + 1)}>
            {texts.retry}
          </Button>
        </EmptyState>
      ) : null}
      {answer && pair ? <Comparison answer={answer} pair={pair} onChoose={setChosen} /> : null}
    </ViewFrame>
  );
}

interface Pair {
  readonly older: Version;
  readonly newer: Version;
}

interface ComparisonProps {
  readonly answer: Answer;
  readonly pair: Pair;
  onChoose(ids: readonly [string, string]): void;
}

function Comparison({ answer, pair, onChoose }: ComparisonProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const { older, newer } = pair;
  const different = new Set(differing(answer, older, newer));
  const shown = onlyDifferent ? answer.fields.filter(({ name }) => different.has(name)) : answer.fields;
  return (
    <div className="versions">
      <div className="versions-choice sc-boxes sc-muted">
        <VersionSelect
          label={texts.older}
          answer={answer}
          value={older.id}
          onChange={(id) => onChoose([id, newer.id])}
        />
        <ArrowRightOutlined aria-hidden="true" />
        <VersionSelect
          label={texts.newer}
          answer={answer}
          value={newer.id}
          onChange={(id) => onChoose([older.id, id])}
        />
      </div>
      <div className="versions-bar sc-line sc-wrap sc-ends sc-muted">
        <span>{texts.differences(different.size, answer.fields.length)}</span>
        <Checkbox checked={onlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)}>
          {texts.onlyDifferent}
        </Checkbox>
      </div>
      {shown.length === 0 ? (
        <p className="sc-nothing">{answer.versions.length === 1 ? texts.one : texts.same}</p>
      ) : (
        <table className="sc-plain-table sc-box sc-num">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.column(older.version)}</th>
              <th scope="col">{texts.column(newer.version)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, title }) => (
              <tr key={name} className={different.has(name) ? "versions-different" : undefined}>
                <th scope="row">{title}</th>
                <td>{different.has(name) ? <del>{textAt(older, name)}</del> : textAt(older, name)}</td>
                <td>{different.has(name) ? <ins>{textAt(newer, name)}</ins> : textAt(newer, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface VersionSelectProps {
  readonly label: string;
  readonly answer: Answer;
  readonly value: string;
  onChange(id: string): void;
}

function VersionSelect({ label, answer, value, onChange }: VersionSelectProps) {
  const id = useId();
  return (
    <div className="sc-boxes sc-tight sc-quiet">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        onChange={onChange}
        options={answer.versions.map((one) => ({
          value: one.id,
          label: [
            texts.option(one.version, one.time.slice(0, 16), one.realname),
            one.version === answer.currentVersion ? words.inBrackets(texts.current) : "",
            one.change === "deleted" ? words.inBrackets(texts.deleted) : "",
          ].join(""),
        }))}
      />
    </div>
  );
}

/** The chosen two in their order; at first the asked version and the one before it. */
function pairOf(answer: Answer, chosen: readonly [string, string] | undefined, version: number): Pair | undefined {
  const { versions } = answer;
  const at = Math.max(
    0,
    versions.findIndex((one) => one.version === version),
  );
  const newest = versions[at];
  const before = versions[at + 1] ?? newest;
  const [first, second] = [
    versions.find((one) => one.id === chosen?.[0]) ?? before,
    versions.find((one) => one.id === chosen?.[1]) ?? newest,
  ];
  if (!first || !second) return undefined;
  return first.version <= second.version ? { older: first, newer: second } : { older: second, newer: first };
}

function differing(answer: Answer, one: Version, other: Version): readonly string[] {
  return answer.fields
    .filter(({ name }) => (one.values[name] ?? "") !== (other.values[name] ?? ""))
    .map(({ name }) => name);
}

function textAt(version: Version, name: string): string {
  return version.values[name] || texts.empty;
}
