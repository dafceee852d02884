import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import { Divider } from "antd";
import { Fragment, type KeyboardEvent, type ReactNode } from "react";
import { ToolButton } from "./ToolButton.tsx";
import { writingMessages } from "./writing-messages.ts";
import "./writing.css";

export interface Tool {
  readonly key: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly isOn?: boolean | undefined;
  readonly isClosed?: boolean | undefined;
  press(): void;
}

interface WritingBarProps {
  /** Controls in groups; a line stands between two of them. */
  readonly groups: readonly (readonly (Tool | ReactNode)[])[];
  readonly disabled: boolean;
  readonly isFull: boolean;
  /** At the end, before the way to the full screen. */
  readonly end?: ReactNode;
  onFull(isFull: boolean): void;
}

const isTool = (part: Tool | ReactNode): part is Tool =>
  typeof part === "object" && part !== null && "press" in part && "icon" in part;

/** A group is known by its first button. */
const keyOf = ([first]: readonly (Tool | ReactNode)[]): string => (isTool(first) ? first.key : "parts");

/** The fixed toolbar above a text: one stop of Tab, arrow keys go from button to button. */
export function WritingBar({ groups, disabled, isFull, end, onFull }: WritingBarProps) {
  const { full, exitFull, toolbar } = writingMessages;
  return (
    <div className="sc-rich-bar sc-under sc-line sc-wrap" role="toolbar" aria-label={toolbar} onKeyDown={goAlong}>
      {groups.map((group, at) => (
        <Fragment key={keyOf(group)}>
          {at > 0 ? <Divider orientation="vertical" style={{ marginInline: 4 }} /> : null}
          {group.map((part) => (isTool(part) ? <ToolButton key={part.key} tool={part} disabled={disabled} /> : part))}
        </Fragment>
      ))}
      <span className="sc-grow" />
      {end}
      <ToolButton
        disabled={false}
        tool={{
          key: "full",
          name: isFull ? exitFull : full,
          icon: isFull ? <CompressOutlined /> : <ExpandOutlined />,
          press: () => onFull(!isFull),
        }}
      />
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
  event.preventDefault();
  next?.focus();
}
