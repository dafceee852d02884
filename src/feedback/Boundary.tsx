import { Component, type ReactNode } from "react";

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  /** Stands in for what failed; nothing when absent. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a failure of its children to itself, until it is drawn anew. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
