const consoleOrigin = "https://console.invalid";

/**
 * The place to go after sign-in, taken from the address; only paths of this console pass.
 *
 * @returns path with query and fragment, or undefined for anything that would leave the console
 *   (`//host`, `/\host`, `https:`, `javascript:`), or that leads back to the sign-in page
 * @example safeRedirect("/member/list?sex=1") // "/member/list?sex=1"
 */
export function safeRedirect(raw: string | null | undefined): string | undefined {
  if (!raw?.startsWith("/")) return undefined;
  // A browser drops control characters before it reads an address, so "/\t/host" would become "//host".
  if ([...raw].some((character) => character < " " || character === "\\" || character === "\u007f")) return undefined;
  let address: URL;
  try {
    address = new URL(raw, consoleOrigin);
  } catch {
    return undefined;
  }
  if (address.origin !== consoleOrigin) return undefined;
  const path = address.pathname;
  // Dot segments were resolved by now: "/.//host" has become "//host".
  if (path.startsWith("//") || path === "/user" || path.startsWith("/user/login")) return undefined;
  return path + address.search + address.hash;
}
