import { createLocalEntries } from "../stores/local-entries.ts";

/**
 * Asks for the parts that draw the first page: those of a list when there is a session here, else those of the sign-in
 * page. Whoever draws them asks again and tells what failed.
 */
export function fetchFirstParts(): void {
  for (const part of hasSession() ? ofList() : [import("../login/LoginPage.tsx")]) part.catch(() => undefined);
}

function ofList(): readonly Promise<unknown>[] {
  return [
    import("../shell/ShellLayout.tsx"),
    import("../pages/MenuPage.tsx"),
    import("../pages/ScreenPage.tsx"),
    import("../../renderers/screens/ScreenHost.tsx"),
    import("../../renderers/table/PageTurner.tsx"),
  ];
}

/** What `SessionStore` reads, without what it brings along. */
function hasSession(): boolean {
  const areas = [() => window.sessionStorage, () => window.localStorage];
  return areas.some((area) => createLocalEntries(area).read("session") !== undefined);
}
