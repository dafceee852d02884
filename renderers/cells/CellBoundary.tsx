import { Component, type ReactNode } from "react";
import { messages } from "../messages.ts";

/** A cell that fails shows “—” with a tooltip; the row and the table stay. */
export class CellBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? failedFace() : this.props.children;
  }
}

export function failedFace(): ReactNode {
  return (
    <span className="sc-muted" title={messages.states.cellFailed}>
      {messages.dash}
    </span>
  );
}
