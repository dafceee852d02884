import { mayLose } from "../feedback/may-lose.ts";
import { useConsole } from "../stores/console.ts";
import type { CloseRange } from "../stores/tabs.ts";

export interface TabActions {
  close(range: CloseRange, path: string): Promise<void>;
  /** Draws a page anew. @returns false when its unsaved input is kept */
  refresh(path: string): Promise<boolean>;
}

/**
 * Closing and refreshing tabs. Pages with unsaved input ask first; a yes gives up the drafts as well.
 *
 * @param active path of the page in sight
 */
export function useTabActions(active: string): TabActions {
  const owner = useConsole();
  const { tabs, feedback, unsaved, go } = owner;
  async function giveUp(isMeant: (path: string) => boolean): Promise<boolean> {
    if (!unsaved.isDirty(isMeant)) return true;
    if (!(await mayLose(owner, isMeant))) return false;
    unsaved.discard(isMeant);
    return true;
  }
  return {
    async close(range, path) {
      const taken = tabs.takenBy(range, path);
      if (!(await giveUp((page) => taken.includes(page)))) return;
      const result = tabs.close(range, path, active);
      if (result.kind === "refused") feedback.notify("warning", result.message);
      if (result.kind === "go") go(result.to, { state: { isReturn: true } });
    },
    async refresh(path) {
      if (!(await giveUp((page) => page === path))) return false;
      tabs.refresh(path);
      return true;
    },
  };
}
