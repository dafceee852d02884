import { Button } from "antd";
import { Component, type ReactNode } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { retryParts } from "../../runtime/react/lazy-part.ts";
import { canRetryHere } from "../../runtime/react/retry-part.ts";
import { messages } from "../messages/messages.ts";
import { failureText } from "./failure-text.ts";

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
}

/** Keeps a failing page to itself: the shell stays, the page says what happened and can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  private async retry(): Promise<void> {
    if (!(await canRetryHere(this.state.error))) return window.location.reload();
    retryParts();
    this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { state } = messages;
    return (
      <div className="sc-card">
        <EmptyState kind="error" title={state.errorTitle} {...failureText(error)}>
          <Button type="primary" onClick={() => void this.retry()}>
            {state.reload}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
