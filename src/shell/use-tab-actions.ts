import { messages } from "../messages/messages.ts";
import { type Console, useConsole } from "../stores/console.ts";
import type { CloseRange } from "../stores/tabs.ts";

export interface TabActions {
  close(range: CloseRange, path: string): Promise<void>;
  refresh(path: string): Promise<void>;
}

/** Closing and refreshing tabs. Pages with unsaved input ask first. @param active path of the page in sight */
export function useTabActions(active: string): TabActions {
  const owner = useConsole();
  const { tabs, feedback, go } = owner;
  return {
    async close(range, path) {
      const taken = tabs.takenBy(range, path);
      if (!(await mayLose(owner, (page) => taken.includes(page)))) return;
      const result = tabs.close(range, path, active);
      if (result.kind === "refused") feedback.notify("warning", result.message);
      if (result.kind === "go") go(result.to, { state: { isReturn: true } });
    },
    async refresh(path) {
      if (await mayLose(owner, (page) => page === path)) tabs.refresh(path);
    },
  };
}

/** Asks when unsaved input would be lost; a yes gives up the drafts as well. */
async function mayLose({ unsaved, feedback }: Console, isMeant: (path: string) => boolean): Promise<boolean> {
  if (!unsaved.isDirty(isMeant)) return true;
  const { title, text, ok } = messages.unsaved;
  if (!(await feedback.confirm({ title, content: text, okText: ok, danger: true }))) return false;
  unsaved.discard(isMeant);
  return true;
}
