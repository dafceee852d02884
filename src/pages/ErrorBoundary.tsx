import { Component, type ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { StateView } from "./StateView.tsx";

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

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { state } = messages;
    return (
      <div className="page-card">
        <StateView kind="error" title={state.errorTitle} text={state.errorText} detail={error.message}>
          <button
            type="button"
            className="console-button"
            data-kind="primary"
            onClick={() => this.setState({ error: undefined })}
          >
            {state.reload}
          </button>
        </StateView>
      </div>
    );
  }
}
