import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import { Divider } from "antd";
import { type FocusEvent, Fragment, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
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
  const bar = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLElement>(undefined);
  // After each drawing: what is at the caret opens and closes buttons.
  useLayoutEffect(() => keepOneStop(bar.current, stop.current));
  const arrive = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    stop.current = target as HTMLElement;
    keepOneStop(currentTarget, stop.current);
  };
  return (
    <div
      ref={bar}
      className="sc-rich-bar sc-under sc-line sc-wrap"
      role="toolbar"
      aria-label={toolbar}
      onFocus={arrive}
      onKeyDown={goAlong}
    >
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

const controlsOf = (bar: HTMLElement) => [
  ...bar.querySelectorAll<HTMLElement>("button:not(:disabled), [role=combobox]:not(:disabled)"),
];

/** Tab comes to where the bar was left, or to its first control, and goes on from there to the text. */
function keepOneStop(bar: HTMLElement | null, left: HTMLElement | undefined): void {
  if (!bar) return;
  const controls = controlsOf(bar);
  const stop = left && controls.includes(left) ? left : controls[0];
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
}

const nextOf: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const controls = controlsOf(event.currentTarget);
  const at = controls.indexOf(event.target as HTMLElement);
  const next = nextOf[event.key];
  if (!next || at < 0) return;
  event.preventDefault();
  controls[next(at, controls.length)]?.focus();
}
