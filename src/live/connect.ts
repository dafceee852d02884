import type { LiveSocket } from "./live-channel.ts";

/** Named beside the token, so that the server's answer need not repeat it (server/live). */
const liveProtocol = "schema-console";

/** Names this page to the table channel. */
const pageId = crypto.randomUUID?.() ?? String(Date.now());

/** @returns undefined when nobody is signed in */
export const connectTables = (apiBase: string, who: Who): LiveSocket | undefined =>
  who.userId ? connect(`${apiBase}/vxeSocket/${encodeURIComponent(who.userId)}/${pageId}`, who) : undefined;

/**
 * Opens the notice channel of a person in the browser.
 *
 * @param apiBase the server's context path
 * @returns undefined when nobody is signed in
 */
export const connectNotices = (apiBase: string, who: Who): LiveSocket | undefined =>
  who.userId ? connect(`${apiBase}/websocket/${encodeURIComponent(who.userId)}`, who) : undefined;

interface Who {
  readonly token: string | undefined;
  readonly userId: string | undefined;
}

function connect(path: string, { token }: Who): LiveSocket | undefined {
  if (!token) return undefined;
  const origin = window.location.origin.replace(/^http/, "ws");
  return new WebSocket(origin + path, [liveProtocol, token]);
}
