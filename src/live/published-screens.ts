type Listener = (screens: readonly unknown[]) => void;

const listeners = new Set<Listener>();

/** Screens were published on some server: whoever shows one of them hears it. */
export function tellPublished(screens: readonly unknown[]): void {
  for (const listener of listeners) listener(screens);
}

/** @returns ends it */
export function followPublished(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
