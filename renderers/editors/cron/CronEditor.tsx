import ScheduleOutlined from "@ant-design/icons/ScheduleOutlined";
import { Suspense, useState } from "react";
import { describeCron } from "../../../runtime/cron/describe-cron.ts";
import { cronProblem, parseCron } from "../../../runtime/cron/parse-cron.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { OwnKeys } from "../../layouts/OwnKeys.tsx";
import { messages } from "../../messages.ts";
import "../../layouts/box.css";
import "./cron.css";

/** The dialog brings the calendar of run times along. */
const CronDialog = lazyPart(async () => ({ default: (await import("./CronDialog.tsx")).CronDialog }));

/** CRN-01: an expression that can be typed, or put together in a dialog. */
export function CronEditor(props: EditorProps) {
  const { id, options, value, disabled, aria, autoOpen = false, onChange, onBlur } = props;
  const [isOpen, setOpen] = useState(autoOpen);
  const close = () => {
    setOpen(false);
    if (autoOpen) onBlur();
  };
  const text = value === null || value === undefined ? "" : String(value);
  const parts = options.type === "cron" ? options : undefined;
  const sentence = text !== "" && cronProblem(text) === undefined ? describeCron(parseCron(text)) : "";
  return (
    <>
      <span className="sc-box">
        <input
          {...aria}
          id={id}
          type="text"
          maxLength={500}
          disabled={disabled}
          placeholder={messages.cron.placeholder}
          title={sentence}
          value={text}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
          // The focus goes into the dialog and comes back.
          onBlur={isOpen ? undefined : onBlur}
        />
        <button
          type="button"
          className="sc-box-button"
          aria-label={messages.cron.open}
          title={messages.cron.open}
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          <ScheduleOutlined aria-hidden="true" />
        </button>
      </span>
      {isOpen ? (
        <Suspense fallback={null}>
          <OwnKeys>
            <CronDialog
              text={text}
              hasSeconds={parts?.seconds !== false}
              hasYear={parts?.year !== false}
              onDone={(next) => {
                onChange(next);
                close();
              }}
              onClose={close}
            />
          </OwnKeys>
        </Suspense>
      ) : null}
    </>
  );
}
