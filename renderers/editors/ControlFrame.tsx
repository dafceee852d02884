import Input from "antd/es/input/Input";
import { Component, type ReactNode, Suspense } from "react";
import { ChunkLoadError, retryParts } from "../../runtime/react/lazy-part.ts";
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

/** Only the control is missing: what was typed beside it stays. */
class MissingControl extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  readonly #retry = () => {
    retryParts();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof ChunkLoadError)) throw error;
    return <LookUpState isLine isLoading={false} problem={messages.states.controlMissing} onRetry={this.#retry} />;
  }
}
