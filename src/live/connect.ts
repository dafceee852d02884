import type { LiveSocket } from "./live-channel.ts";

/** Named beside the token, so that the server's answer need not repeat it (server/live). */
const liveProtocol = "schema-console";

/**
 * Opens the notice channel of a person in the browser.
 *
 * @param apiBase the server's context path
 * @returns undefined when nobody is signed in
 */
export function connectNotices(
  apiBase: string,
  who: { readonly token: string | undefined; readonly userId: string | undefined },
): LiveSocket | undefined {
  if (!who.token || !who.userId) return undefined;
  const origin = window.location.origin.replace(/^http/, "ws");
  return new WebSocket(`${origin}${apiBase}/websocket/${encodeURIComponent(who.userId)}`, [liveProtocol, who.token]);
}
