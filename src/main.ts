import { speak } from "../runtime/language/language.ts";
import { fetchFirstParts } from "./app/first-parts.ts";
import { storedLocale } from "./language/stored-locale.ts";

// Modules take their texts when they are loaded: the language comes first, the console after it. The page names the
// console's own files too (`preloadStart` in vite.config.ts), so they are on their way while this runs.
// Without its catalogue the console starts in Chinese rather than not at all.
const chosen =
  storedLocale() === "en-US"
    ? import("./language/en-US.ts").then(({ english }) => speak(english)).catch(() => undefined)
    : Promise.resolve();

void chosen.then(() => import("./start.tsx"));
// The parts of the first page are asked for when the console's own files are here: earlier they would share a slow line
// with them, later a slow machine would leave the line idle.
void Promise.all([chosen, ...[...document.querySelectorAll("link")].map(arrived)]).then(fetchFirstParts);

/** Resolves when a file that the page names is here. */
function arrived(link: HTMLLinkElement): Promise<unknown> | undefined {
  if (link.rel !== "modulepreload" || performance.getEntriesByName(link.href).length > 0) return undefined;
  return new Promise((resolve) => link.addEventListener("load", resolve));
}
