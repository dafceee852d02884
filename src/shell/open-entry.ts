import type { MenuItem } from "../router/menu-routes.ts";
import type { Console } from "../stores/console.ts";

/**
 * Opens a foreign page of the menu in a new tab. Placeholders in its address are filled in now; the expression language
 * comes with the first one. An address that leads nowhere shows the entry's own page, which says so.
 */
export async function openForeign(
  { path, foreignUrl }: Pick<MenuItem, "path" | "foreignUrl">,
  owner: Pick<Console, "session" | "go">,
): Promise<void> {
  const url = foreignUrl?.includes("{{") ? await fillLater(foreignUrl, owner) : foreignUrl;
  if (url === undefined) owner.go(path);
  else window.open(url, "_blank", "noopener,noreferrer");
}

async function fillLater(url: string, owner: Pick<Console, "session">): Promise<string | undefined> {
  // Without it the entry's own page opens, and says what is missing.
  const part = await import("../pages/fill-address.ts").catch(() => undefined);
  return part?.fillAddress(url, owner);
}
