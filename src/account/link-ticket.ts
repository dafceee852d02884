const { pathname, search, hash } = window.location;
let ticket = pathname.endsWith("/account/center") ? new URLSearchParams(hash.slice(1)).get("third") : null;
// Read before the router begins: the tabs of the console keep addresses, and this one is good once.
if (ticket !== null) window.history.replaceState(window.history.state, "", pathname + search);

/** The ticket that a provider sent a person back to 个人中心 with; once. */
export function takeLinkTicket(): string | null {
  const taken = ticket;
  ticket = null;
  return taken;
}
