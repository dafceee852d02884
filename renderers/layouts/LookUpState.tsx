import { Button } from "antd";
import { messages } from "../messages.ts";
import "./look-up-state.css";

interface LookUpStateProps {
  readonly isLoading: boolean;
  /** Why it failed, in the server's words; undefined when it did not. */
  readonly problem: string | undefined;
  /** Asks again; absent where a call that is under way cannot be given up. */
  readonly onRetry: (() => void) | undefined;
  /** Between other controls, not in a list's place: one line, no room around. */
  readonly isLine?: boolean;
}

/**
 * In place of what was looked up: it is on its way, could not be read, or there is none. One that hangs can be asked again:
 * its button comes in sight after some seconds.
 */
export function LookUpState({ isLoading, problem, onRetry, isLine = false }: LookUpStateProps) {
  const look = isLine ? "sc-lookup sc-nothing sc-lookup-line sc-line sc-wrap" : "sc-lookup sc-nothing";
  if (isLoading) {
    return (
      <div className={look} role="status">
        <p>{messages.states.loading}</p>
        {onRetry ? (
          <Button type="link" className="sc-lookup-late" onClick={onRetry}>
            {messages.states.retry}
          </Button>
        ) : null}
      </div>
    );
  }
  if (problem === undefined) return <div className={look}>{messages.form.searchEmpty}</div>;
  return (
    <div className={look} role="alert">
      <p>{problem}</p>
      <Button type="link" onClick={onRetry}>
        {messages.states.retry}
      </Button>
    </div>
  );
}

/** What went wrong, in words for people. */
export const reasonText = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
