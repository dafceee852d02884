import CheckCircleFilled from "@ant-design/icons/CheckCircleFilled";
import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import { Button, Input, Segmented, Select } from "antd";
import { useEffect, useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { ViewFrame } from "../../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../../renderers/registered-contents.ts";
import { words } from "../../../runtime/format/words.ts";
import { translateDocument } from "../../../runtime/language/document-texts.ts";
import { textOfReason } from "../../../runtime/react/services.ts";
import { administrationMessages } from "../../messages/administration.ts";
import { messages } from "../../messages/messages.ts";
import "./why.css";

const { why } = administrationMessages;
const kinds = ["button", "field", "row"] as const;
type Kind = (typeof kinds)[number];

interface Targets {
  readonly codes: readonly { readonly code: string; readonly title: string }[];
  readonly models: readonly {
    readonly id: string;
    readonly title: string;
    readonly fields: readonly { readonly name: string; readonly title: string }[];
  }[];
}

interface Answer {
  readonly allowed: boolean;
  readonly steps: readonly { readonly rule: string; readonly value: string; readonly passes: boolean }[];
}

/** Why a user may or may not: every rule that decides about a button, a field or a row, with its values. */
export function WhyView({ params, services, frame, onClose }: ContentProps) {
  const [targets, setTargets] = useState<Targets | undefined>(undefined);
  const [kind, setKind] = useState<Kind>("button");
  const [code, setCode] = useState(typeof params.code === "string" ? params.code.split(",")[0] : undefined);
  const [model, setModel] = useState<string | undefined>(undefined);
  const [field, setField] = useState<string | undefined>(undefined);
  const [id, setId] = useState("");
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const request = new AbortController();
    services.request<Targets>({ method: "GET", url: "/sys/permission/whyTargets", signal: request.signal }).then(
      (found) => (request.signal.aborted ? undefined : setTargets(translateDocument(found))),
      (reason) => (request.signal.aborted ? undefined : setProblem(reason)),
    );
    return () => request.abort();
  }, [services]);
  const asked = { button: { code }, field: { model, field }, row: { model, id: id.trim() } }[kind];
  const isComplete = Object.values(asked).every(Boolean);
  const ask = async () => {
    setProblem(undefined);
    setAnswer(undefined);
    try {
      const query = { userId: params.userId, ...asked };
      setAnswer(await services.request<Answer>({ method: "GET", url: "/sys/permission/why", params: query }));
    } catch (reason) {
      setProblem(reason);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the view was opened for is asked once
  useEffect(() => {
    if (code) void ask();
  }, []);
  const choiceOf = (value: string, title: string) => ({ value, label: title + words.inBrackets(value) });
  const codes = (targets?.codes ?? []).map((one) => choiceOf(one.code, one.title));
  const models = (targets?.models ?? []).map((one) => choiceOf(one.id, one.title));
  const fields = (targets?.models.find((one) => one.id === model)?.fields ?? []).map((one) =>
    choiceOf(one.name, one.title),
  );
  return (
    <ViewFrame {...frame} footer={null} onClose={onClose}>
      <div className="why sc-boxes">
        <Segmented
          aria-label={why.about}
          options={kinds.map((value) => ({ value, label: why.kinds[value] }))}
          value={kind}
          onChange={(value) => {
            setKind(value);
            setAnswer(undefined);
          }}
        />
        <form
          className="why-ask sc-line sc-wrap"
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete) void ask();
          }}
        >
          {kind === "button" ? (
            <OneOf label={why.code} choices={codes} value={code} onChange={setCode} />
          ) : (
            <OneOf
              label={why.model}
              choices={models}
              value={model}
              onChange={(value) => {
                setModel(value);
                setField(undefined);
              }}
            />
          )}
          {kind === "field" ? <OneOf label={why.field} choices={fields} value={field} onChange={setField} /> : null}
          {kind === "row" ? (
            <Input
              aria-label={why.row}
              placeholder={why.row}
              value={id}
              onChange={(event) => setId(event.target.value)}
            />
          ) : null}
          <Button type="primary" disabled={!isComplete} onClick={() => void ask()}>
            {why.ask}
          </Button>
        </form>
        {problem ? (
          <EmptyState kind="error" title={messages.state.errorTitle} text={textOfReason(problem)} reason={problem} />
        ) : null}
        {answer ? <Chain answer={answer} kind={kind} /> : null}
      </div>
    </ViewFrame>
  );
}

interface OneOfProps {
  readonly label: string;
  readonly choices: { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  onChange(value: string): void;
}

function OneOf({ label, choices, value, onChange }: OneOfProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      options={choices}
      value={value ?? null}
      showSearch={{ optionFilterProp: "label" }}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

function Chain({ answer, kind }: { readonly answer: Answer; readonly kind: Kind }) {
  return (
    <section aria-label={why.chain}>
      <p className={answer.allowed ? "why-verdict sc-big sc-good" : "why-verdict sc-big sc-bad"} role="status">
        {answer.allowed ? why.allowed[kind] : why.denied[kind]}
      </p>
      <ol className="why-steps sc-box sc-ruled">
        {answer.steps.map((step) => (
          <li key={`${step.rule} ${step.value}`}>
            {step.passes ? (
              <CheckCircleFilled className="sc-good" aria-label={why.passes} />
            ) : (
              <CloseCircleFilled className="sc-bad" aria-label={why.fails} />
            )}
            <span>{step.rule}</span>
            <b>{step.value}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
