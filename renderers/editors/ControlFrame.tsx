import Input from "antd/es/input/Input";
import { Component, type ReactNode } from "react";
import { ChunkLoadError, retryParts } from "../../runtime/react/lazy-part.ts";
import { canRetryHere } from "../../runtime/react/retry-part.ts";
import { reportRenderer } from "../../runtime/registry/registry.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { LookUpState } from "../layouts/LookUpState.tsx";
import { messages } from "../messages.ts";

interface ControlFrameProps {
  /** Names the control in the log. */
  readonly type: string;
  /** Absent = `editor`. */
  readonly slot?: "editor" | "filter";
  readonly children: ReactNode;
}

/**
 * Around a control that is fetched when it is needed: a box of its size until then, another try where it did not arrive or
 * failed while drawing.
 */
export function ControlFrame({ children, ...names }: ControlFrameProps) {
  return (
    <MissingControl {...names}>
      {/* Only a place to keep: the label beside it names the control that comes, so this one must not be read as a field. */}
      <LazyBoundary fallback={<Input disabled aria-busy aria-hidden />}>{children}</LazyBoundary>
    </MissingControl>
  );
}

interface Missing {
  readonly error: unknown;
  /** This browser does not ask for the script again before the page is loaded anew. */
  readonly needsReload: boolean;
}

const nothing: Missing = { error: undefined, needsReload: false };

/** Only the control is missing: what was typed beside it stays, over a reload as the draft of the form. */
class MissingControl extends Component<ControlFrameProps, Missing> {
  override state = nothing;

  static getDerivedStateFromError(error: unknown): Missing {
    return { error, needsReload: false };
  }

  override componentDidCatch(error: unknown): void {
    const { slot = "editor", type } = this.props;
    if (!(error instanceof ChunkLoadError)) reportRenderer(slot, type, "failed while drawing", error);
  }

  readonly #retry = async () => {
    const { error, needsReload } = this.state;
    if (needsReload) {
      window.location.reload();
    } else if (await canRetryHere(error)) {
      retryParts();
      this.setState(nothing);
    } else {
      this.setState({ needsReload: true });
    }
  };

  override render(): ReactNode {
    const { error, needsReload } = this.state;
    if (error === undefined) return this.props.children;
    const { controlFailed, controlMissing, controlNeedsReload } = messages.states;
    const missing = needsReload ? controlNeedsReload : controlMissing;
    const problem = error instanceof ChunkLoadError ? missing : controlFailed;
    return <LookUpState isLine isLoading={false} problem={problem} onRetry={() => void this.#retry()} />;
  }
}
