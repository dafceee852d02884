import { messages } from "../messages/messages.ts";
import type { Console } from "../stores/console.ts";

/**
 * Asks when input that was not saved would be lost. @returns whether to go on
 *
 * @param isMeant which pages are about to close; all of them when absent
 */
export async function mayLose(
  { unsaved, feedback }: Pick<Console, "unsaved" | "feedback">,
  isMeant?: (path: string) => boolean,
): Promise<boolean> {
  if (!unsaved.isDirty(isMeant)) return true;
  const { title, text, ok } = messages.unsaved;
  return feedback.confirm({ title, content: text, okText: ok, danger: true });
}
