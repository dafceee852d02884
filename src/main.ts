import { speak } from "../runtime/language/language.ts";
import { storedLocale } from "./language/stored-locale.ts";

// Modules take their texts when they are loaded: the language comes first, the console after it. The page names the
// console's own files too (`preloadStart` in vite.config.ts), so they are on their way while this runs.
// Without its catalogue the console starts in Chinese rather than not at all.
const chosen =
  storedLocale() === "en-US"
    ? import("./language/en-US.ts").then(({ english }) => speak(english)).catch(() => undefined)
    : Promise.resolve();
void chosen.then(() => import("./start.tsx"));
