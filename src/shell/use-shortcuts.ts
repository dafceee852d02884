import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { findRoute } from "../router/menu-routes.ts";
import { useConsole } from "../stores/console.ts";
import { useTabActions } from "./use-tab-actions.ts";

/** Who has the list of documents in the menu may look through pages. */
const documentsPath = "/online/documents";

/**
 * The keys of the shell. Ctrl/⌘ K works everywhere, an X-ray also looks through dialogs; the others wait while a dialog is open, and `?` while something is
 * typed.
 *
 * @param open shows the menu search, the list of shortcuts, or where the parts of the page come from
 */
export function useShortcuts(open: (over: "search" | "shortcuts" | "xray") => void): void {
  const { tabs, lock, go, navigation } = useConsole();
  const { pathname } = useLocation();
  const actions = useTabActions(pathname);

  function step(by: number): void {
    const { open: all } = tabs;
    const at = all.findIndex(({ path }) => path === pathname);
    const next = all[(at + by + all.length) % all.length];
    if (next && at >= 0) go(next.path + next.search, { state: { isReturn: true } });
  }

  /** By the place of the key: with Alt, keyboards of a Mac write other characters. */
  const byAltKey: Readonly<Record<string, () => void>> = {
    KeyW: () => void actions.close("this", pathname),
    KeyR: () => void actions.refresh(pathname),
    BracketLeft: () => step(-1),
    BracketRight: () => step(1),
    KeyL: () => lock.lock(),
  };

  function handle(event: KeyboardEvent): void {
    if (lock.isLocked || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open("search");
      return;
    }
    if (event.altKey && event.code === "KeyX" && findRoute(navigation.current, documentsPath)) {
      event.preventDefault();
      open("xray");
      return;
    }
    if (event.ctrlKey || event.metaKey || isDialogOpen()) return;
    const run = event.altKey ? byAltKey[event.code] : undefined;
    if (run) {
      event.preventDefault();
      run();
      return;
    }
    if (event.key === "?" && !event.altKey && !isTyping(event.target)) {
      event.preventDefault();
      open("shortcuts");
    }
  }

  const latest = useRef(handle);
  latest.current = handle;
  // Before the page is seen: a key pressed at first sight is heard.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]')].some(
    (element) => element.getClientRects().length > 0,
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
