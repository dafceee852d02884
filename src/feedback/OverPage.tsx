import type { ReactNode } from "react";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import { ChunkLoadError, retryParts } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Boundary } from "./Boundary.tsx";

interface OverPageProps {
  /** It cannot be shown: whoever opened it takes it back, so that the next try begins anew. */
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/**
 * Around what opens over the page: a dialog, a drawer, a panel. When its files do not arrive a notice says so; the open
 * pages, and what was typed there, stay as they are.
 */
export function OverPage({ onFailed, children }: OverPageProps) {
  const { feedback, update } = useConsole();
  function handleError(error: unknown): void {
    onFailed();
    retryParts();
    const { partTitle, partText, partMissing } = messages.state;
    const isMissing = error instanceof ChunkLoadError;
    feedback.notify("error", isMissing ? partMissing : partText, { title: partTitle });
    if (isMissing) void update.look(true);
  }
  return (
    <Boundary onError={handleError}>
      <LazyBoundary fallback={<ProgressBar />}>{children}</LazyBoundary>
    </Boundary>
  );
}
