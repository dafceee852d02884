import Input from "antd/es/input/Input";
import { Component, type ReactNode, Suspense } from "react";
import { ChunkLoadError, retryParts } from "../../runtime/react/lazy-part.ts";
import { canRetryHere } from "../../runtime/react/retry-part.ts";
import { LookUpState } from "../layouts/LookUpState.tsx";
import { messages } from "../messages.ts";

/** Around a control that comes when it is needed: a box of its size until then, another try where it did not come. */
export function ControlFrame({ children }: { readonly children: ReactNode }) {
  return (
    <MissingControl>
      <Suspense fallback={<Input disabled aria-busy />}>{children}</Suspense>
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
class MissingControl extends Component<{ readonly children: ReactNode }, Missing> {
  override state = nothing;

  static getDerivedStateFromError(error: unknown): Missing {
    return { error, needsReload: false };
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
    if (!(error instanceof ChunkLoadError)) throw error;
    const { controlMissing, controlNeedsReload } = messages.states;
    const problem = needsReload ? controlNeedsReload : controlMissing;
    return <LookUpState isLine isLoading={false} problem={problem} onRetry={() => void this.#retry()} />;
  }
}
