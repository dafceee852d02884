import { Button } from "antd";
import { Component, type ReactNode } from "react";
import { ChunkLoadError, retryParts } from "../../runtime/react/lazy-part.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { messages } from "../messages.ts";

interface ScreenBoundaryProps {
  readonly children: ReactNode;
  /** Names in the log what failed; not called for a part that did not arrive. */
  readonly onFailed?: (reason: unknown) => void;
}

/** A screen that fails while drawing shows so in its own place; menu, tabs and other screens work on. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error("nothing was thrown") };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkLoadError)) this.props.onFailed?.(error);
  }

  readonly #retry = () => {
    // A script that threw is asked for again.
    retryParts();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // A part that did not arrive concerns the whole page: the frame around it offers to fetch it again.
    if (error instanceof ChunkLoadError) throw error;
    return (
      <div className="sc-card">
        <EmptyState kind="error" title={messages.states.screenFailed} text={messages.states.screenFailedText}>
          <Button type="primary" onClick={this.#retry}>
            {messages.states.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
