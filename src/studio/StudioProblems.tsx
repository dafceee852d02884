import { Button } from "antd";
import type { RefObject } from "react";
import type { OpenedCode } from "../../renderers/code/code-props.ts";
import { textOfReason } from "../../runtime/react/services.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { Checked } from "./use-studio.ts";

interface StudioProblemsProps {
  readonly checked: Checked;
  readonly code: RefObject<OpenedCode | undefined>;
}

/** What the compiler says, below the text; a press goes to the place. */
export function StudioProblems({ checked, code }: StudioProblemsProps) {
  const { answer, problem, isRunning } = checked;
  const go = (line: number, column: number) => {
    const editor = code.current?.editor;
    editor?.revealLineInCenterIfOutsideViewport(line);
    editor?.setPosition({ lineNumber: line, column });
    editor?.focus();
  };
  const findings = answer?.findings ?? [];
  const elsewhere = answer?.elsewhere ?? [];
  const count = findings.length + elsewhere.length;
  return (
    <footer className="sc-over sc-bar" style={{ maxHeight: 150, overflow: "auto" }}>
      <span role="status" className={count > 0 ? "sc-warn" : "sc-hint"}>
        {isRunning && !answer
          ? texts.checking
          : problem !== undefined
            ? `${texts.notChecked} ${textOfReason(problem)}`
            : count === 0
              ? texts.noProblems
              : texts.problems(count)}
      </span>
      {findings.map(({ code: name, line, column, message, severity, suggestion }) => (
        <div key={[name, line, column, message].join()} className="sc-line">
          <Button type="link" size="small" danger={severity === "error"} onClick={() => go(line, column)}>
            {texts.place(line, column)}
          </Button>
          <span>
            {message}
            {suggestion === undefined ? "" : ` → ${suggestion}`} <span className="sc-hint">{name}</span>
          </span>
        </div>
      ))}
      {elsewhere.map(({ file, path, message }) => (
        <div key={[file, path, message].join()} className="sc-bad">
          {texts.elsewhere(file, message)}
        </div>
      ))}
    </footer>
  );
}
