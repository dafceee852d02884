import { messages } from "../messages.ts";
import { Button } from "./Button.tsx";
import "./look-up-state.css";

interface LookUpStateProps {
  readonly isLoading: boolean;
  /** Why it failed, in the server's words; undefined when it did not. */
  readonly problem: string | undefined;
  /** Asks again; absent where a call that is under way cannot be given up. */
  readonly onRetry: (() => void) | undefined;
}

/**
 * In place of what was looked up: it is on its way, could not be read, or there is none. One that hangs can be asked again:
 * its button comes in sight after some seconds.
 */
export function LookUpState({ isLoading, problem, onRetry }: LookUpStateProps) {
  if (isLoading) {
    return (
      <div className="sc-lookup" role="status">
        <p>{messages.states.loading}</p>
        {onRetry ? (
          <Button look="link" className="sc-lookup-late" onClick={onRetry}>
            {messages.states.retry}
          </Button>
        ) : null}
      </div>
    );
  }
  if (problem === undefined) return <div className="sc-lookup">{messages.form.searchEmpty}</div>;
  return (
    <div className="sc-lookup" role="alert">
      <p>{problem}</p>
      <Button look="link" onClick={onRetry}>
        {messages.states.retry}
      </Button>
    </div>
  );
}

/** What went wrong, in words for people. */
export const reasonText = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
