import { Component, type ReactNode } from "react";
import { ChunkLoadError, retryParts } from "../../runtime/react/lazy-part.ts";
import { canRetryHere } from "../../runtime/react/retry-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { messages } from "../messages.ts";
import { LazyBoundary } from "./LazyBoundary.tsx";
import { ProgressBar } from "./ProgressBar.tsx";

export interface OverPageProps {
  readonly services: Pick<ConsoleServices, "notify" | "confirm">;
  readonly children: ReactNode;
  /** It cannot be shown: whoever opened it takes it back, so that the next try begins anew. */
  onFailed(): void;
}

/**
 * Around what opens over a page: a form, a detail, a drawer. When its files do not arrive it can be tried again, when it
 * fails of itself a notice says so; the page beneath, and what was typed or chosen there, stays as it is.
 */
export class OverPage extends Component<OverPageProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) return void this.#ask(error);
    // A script that threw is asked for again.
    retryParts();
    this.props.services.notify("error", messages.states.partFailed);
    this.props.onFailed();
  }

  async #ask(error: ChunkLoadError): Promise<void> {
    const { partMissing, partMissingText, retry } = messages.states;
    const { services, onFailed } = this.props;
    const isWanted = await services.confirm({ title: partMissing, content: partMissingText, okText: retry });
    if (isWanted && !(await canRetryHere(error))) return window.location.reload();
    // Whether now or at the next press: it is asked for anew.
    retryParts();
    if (isWanted) this.setState({ hasFailed: false });
    else onFailed();
  }

  override render(): ReactNode {
    if (this.state.hasFailed) return null;
    return <LazyBoundary fallback={<ProgressBar />}>{this.props.children}</LazyBoundary>;
  }
}
