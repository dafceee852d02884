import { Component, type ReactNode } from "react";
import { StateFace } from "../layouts/StateFace.tsx";
import { messages } from "../messages.ts";

/** A screen that fails while drawing shows so in its own place; menu, tabs and other screens work on. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="sc-card">
        <StateFace kind="error" title={messages.states.screenFailed} text={messages.states.screenFailedText}>
          <button type="button" className="sc-action" onClick={() => this.setState({ failed: false })}>
            {messages.states.retry}
          </button>
        </StateFace>
      </div>
    );
  }
}
