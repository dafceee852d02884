import { vi } from "vitest";

/** Every question for a width at most is answered with yes, until `vi.unstubAllGlobals`. */
export const narrowScreen = () =>
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes("max-width"), media: query }),
  );
