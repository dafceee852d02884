import { Component, type ReactNode } from "react";
import { reportRenderer } from "../../runtime/registry/registry.ts";
import { messages } from "../messages.ts";

/** A cell that fails shows “—” with a tooltip; the row and the table stay. */
export class CellBoundary extends Component<
  { readonly type: string; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(reason: unknown): void {
    reportRenderer("cell", this.props.type, "failed while drawing", reason);
  }

  override render(): ReactNode {
    return this.state.failed ? failedCell() : this.props.children;
  }
}

export function failedCell(): ReactNode {
  return (
    <span className="sc-muted" title={messages.states.cellFailed}>
      {messages.dash}
    </span>
  );
}
