import { menuUrl } from "../../runtime/menu/menu-url.ts";
import { readApiBase } from "../api/api-base.ts";
import type { Console } from "../stores/console.ts";

/** A menu address with its `{{ }}` filled in; undefined for one that is no web address. */
export function fillAddress(url: string, { session }: Pick<Console, "session">): string | undefined {
  const { origin, protocol, host, hostname, port } = window.location;
  return menuUrl(url, {
    token: session.token ?? "",
    tenantId: session.tenantId,
    user: { ...session.user },
    location: { origin, protocol, host, hostname, port },
    apiBase: new URL(readApiBase(), origin).href,
  });
}
