import ScheduleOutlined from "@ant-design/icons/ScheduleOutlined";
import { Button } from "antd";
import Input from "antd/es/input/Input";
import { useState } from "react";
import { describeCron } from "../../../runtime/cron/describe-cron.ts";
import { cronProblem, parseCron } from "../../../runtime/cron/parse-cron.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import type { EditorProps } from "../editor-props.ts";
import { isTooLong } from "../text-limit.ts";
import { cronEditorMessages } from "./cron-editor-messages.ts";
import "./cron.css";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";

/** Characters of an expression. */
const longest = 500;

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
      <Input
        {...aria}
        id={id}
        status={aria["aria-invalid"] || isTooLong(text, longest) ? "error" : ""}
        disabled={disabled}
        placeholder={cronEditorMessages.placeholder}
        title={sentence}
        value={text}
        onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        // The focus goes into the dialog and comes back.
        onBlur={isOpen ? undefined : onBlur}
        suffix={
          <Button
            type="text"
            size="small"
            aria-label={cronEditorMessages.open}
            title={cronEditorMessages.open}
            disabled={disabled}
            icon={<ScheduleOutlined aria-hidden="true" />}
            onClick={() => setOpen(true)}
          />
        }
      />
      {isOpen ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <KeyScope>
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
          </KeyScope>
        </LazyBoundary>
      ) : null}
    </>
  );
}
