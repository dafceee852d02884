import { Button } from "antd";
import { Component, type ReactNode } from "react";
import { ChunkLoadError } from "../../runtime/react/lazy-part.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { messages } from "../messages.ts";

/** A screen that fails while drawing shows so in its own place; menu, tabs and other screens work on. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error("nothing was thrown") };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // A part that did not arrive concerns the whole page: the frame around it offers to fetch it again.
    if (error instanceof ChunkLoadError) throw error;
    return (
      <div className="sc-card">
        <EmptyState kind="error" title={messages.states.screenFailed} text={messages.states.screenFailedText}>
          <Button type="primary" onClick={() => this.setState({ error: undefined })}>
            {messages.states.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
