import { type RefObject, useRef, useState } from "react";
import type { ConsoleServices } from "../../runtime/react/services.ts";

/** Tries after the first, and milliseconds between them (TBL-11). */
const retries = { count: 3, everyMs: 100 } as const;

/** The same in both languages: the specification gives the words. */
const failed = "failed to open sub table";

export interface OpenPopover {
  /** The row whose rows are shown. */
  readonly id: string;
  readonly anchor: HTMLElement;
}

/** The rows below one row in a window beside it: a press opens it, on the same row closes it, on another one moves it. */
export function useSubPopover(root: RefObject<HTMLElement | null>, services: Pick<ConsoleServices, "notify">) {
  const [open, setOpen] = useState<OpenPopover | undefined>(undefined);
  const asked = useRef<string>(undefined);
  const close = () => {
    asked.current = undefined;
    setOpen(undefined);
  };
  const toggle = async (id: string) => {
    if (asked.current === id) return close();
    asked.current = id;
    const find = () => root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? undefined;
    const anchor = await retry(find);
    // Another row was asked for meanwhile.
    if (asked.current !== id) return;
    if (anchor) return setOpen({ id, anchor });
    close();
    services.notify("error", failed);
  };
  return { open, toggle, close };
}

/** What is looked for may be drawn a moment later. */
async function retry<Found>(find: () => Found | undefined): Promise<Found | undefined> {
  for (let tried = 0; ; tried += 1) {
    const found = find();
    if (found !== undefined || tried === retries.count) return found;
    await new Promise((done) => setTimeout(done, retries.everyMs));
  }
}
