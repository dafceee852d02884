import { Button, Tabs } from "antd";
import { useMemo, useState } from "react";
import { type Cron, type CronPartName, cronPartNames, dailyCron } from "../../../runtime/cron/cron-parts.ts";
import { describeCron } from "../../../runtime/cron/describe-cron.ts";
import { nextCronTimes } from "../../../runtime/cron/next-times.ts";
import { cronProblem, parseCron } from "../../../runtime/cron/parse-cron.ts";
import { withCronPart, writeCron, writeCronPart } from "../../../runtime/cron/write-cron.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { CronPartPanel } from "./CronPartPanel.tsx";
import { cronEditorMessages } from "./cron-editor-messages.ts";

const texts = cronEditorMessages;
const timesShown = 10;

interface CronDialogProps {
  readonly text: string;
  readonly hasSeconds: boolean;
  readonly hasYear: boolean;
  onDone(text: string): void;
  onClose(): void;
}

/** CRN-01: seven parts with their modes; below them the expression, its sentence and the next run times. */
export function CronDialog({ text, hasSeconds, hasYear, onDone, onClose }: CronDialogProps) {
  const [cron, setCron] = useState<Cron>(() => readOrDaily(text));
  const names = cronPartNames.filter((name) => (name !== "second" || hasSeconds) && (name !== "year" || hasYear));
  const [active, setActive] = useState<CronPartName>(names[0] ?? "second");
  const written = writeCron(cron, { year: hasYear });
  const problem = cronProblem(written);
  return (
    <ModalDialog
      width={608}
      className="sc-cron"
      title={texts.title}
      closesOutside
      footer={
        <DialogFoot okText={messages.form.confirm} problem={problem} onOk={() => onDone(written)} onCancel={onClose} />
      }
      onClose={onClose}
    >
      <Tabs
        className="sc-cron-tabs"
        destroyOnHidden
        activeKey={active}
        onChange={(key) => setActive(key as CronPartName)}
        items={names.map((name) => ({
          key: name,
          label: texts.parts[name],
          children: (
            <CronPartPanel
              name={name}
              part={cron[name]}
              onChange={(part) => setCron((now) => withCronPart(now, name, part))}
            />
          ),
        }))}
      />
      <div className="sc-cron-result sc-over sc-ground">
        <ul className="sc-cron-boxes sc-line" aria-label={written}>
          {names.map((name) => (
            <li key={name} className="sc-grow sc-hint">
              <span>{texts.parts[name]}</span>
              <Button
                block
                color={name === active ? "primary" : "default"}
                variant="outlined"
                title={writeCronPart(name, cron[name])}
                onClick={() => setActive(name)}
              >
                {writeCronPart(name, cron[name])}
              </Button>
            </li>
          ))}
        </ul>
        {cronProblem(text) !== undefined && text.trim() !== "" ? <p className="sc-bad">{texts.unreadable}</p> : null}
        {problem === undefined ? (
          <RunTimes text={written} />
        ) : (
          <p className="sc-bad" role="alert">
            {problem}
          </p>
        )}
      </div>
    </ModalDialog>
  );
}

/** What an expression means: a sentence, and when it runs next. */
function RunTimes({ text }: { readonly text: string }) {
  const cron = useMemo(() => parseCron(text), [text]);
  const times = useMemo(() => nextCronTimes(cron, { count: timesShown, after: new Date() }), [cron]);
  return (
    <>
      <p className="sc-cron-sentence" role="status">
        {describeCron(cron)}
      </p>
      <p className="sc-cron-times-title sc-hint">{times.length > 0 ? texts.next(times.length) : texts.never}</p>
      <ol className="sc-cron-times sc-boxes sc-hint sc-num">
        {times.map((time) => (
          <li key={time.getTime()}>{businessText(time)}</li>
        ))}
      </ol>
    </>
  );
}

/** `yyyy-MM-dd HH:mm:ss` in the zone of the business. */
const businessText = (time: Date): string => time.toLocaleString("sv-SE", { timeZone: "Asia/Shanghai" });

function readOrDaily(text: string): Cron {
  return text.trim() !== "" && cronProblem(text) === undefined ? parseCron(text) : dailyCron;
}
