import { isSafeLink } from "../../runtime/format/html-policy.ts";
import { messages } from "../messages/messages.ts";
import { findRoute } from "../router/menu-routes.ts";
import type { Announcement } from "../stores/announcement.ts";
import type { Console } from "../stores/console.ts";

/** 去处理: a page of the console, or another site in a new tab. Any other address is not opened. */
export function followLink(console: Pick<Console, "go">, { openPage }: Announcement): void {
  if (!isSafeLink(openPage)) return;
  if (openPage.startsWith("/")) console.go(openPage);
  else window.open(openPage, "_blank", "noopener,noreferrer");
}

/** A notice that is a page: the screen or the address it names, with the id it is about. */
export function openComponent(
  console: Pick<Console, "go" | "navigation" | "feedback">,
  { openPage, busId }: Announcement,
): void {
  const { current } = console.navigation;
  const path =
    current.routes.find(({ target }) => target.kind === "screen" && target.screenId === openPage)?.path ??
    (isSafeLink(openPage) && findRoute(current, openPage.split("?", 1)[0] ?? "") ? openPage : undefined);
  if (path === undefined) console.feedback.notify("warning", messages.notices.noPage);
  else console.go(busId ? `${path}${path.includes("?") ? "&" : "?"}id=${encodeURIComponent(busId)}` : path);
}
