import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** How sure the operator's list is of a host; decides which addresses its name may resolve to. */
export type Trust = "address" | "exact" | "wildcard";

/** The name is on the list, but it resolved to an address that it must not lead to. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED";
}

/**
 * Ranges by name (ipaddr.js); everything else (loopback, link-local, unspecified, multicast, translated) is refused.
 * Names are under the control of whoever runs their zone: an entry with a star may be anybody's machine, so it leads to
 * public addresses only. Loopback and link-local need the address itself, or `localhost`, on the list.
 */
const rangesByTrust: Readonly<Record<Exclude<Trust, "address">, readonly string[]>> = {
  exact: ["unicast", "private", "uniqueLocal", "carrierGradeNat"],
  wildcard: ["unicast"],
};

/** The trust in a host that is listed. */
export function trustIn(host: string, listing: "exact" | "wildcard"): Trust {
  if (listing === "exact" && (isIP(host) !== 0 || host === "localhost")) return "address";
  return listing;
}

/** `::ffff:10.0.0.1` counts as `10.0.0.1`. */
export function mayReach(address: string, trust: Trust): boolean {
  if (trust === "address") return true;
  return ipaddr.isValid(address) && rangesByTrust[trust].includes(ipaddr.process(address).range());
}

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
export type Lookup = (host: string, options: LookupOptions, answer: Answer) => void;

/**
 * A look-up for `net.connect` that hands out permitted addresses only, so that what was checked is what is connected to.
 *
 * @param trustOf the trust in a host; undefined refuses it
 */
export function checkedLookup(
  trustOf: (host: string) => Trust | undefined,
  resolve: typeof systemLookup = systemLookup,
): Lookup {
  return (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, []);
      const trust = trustOf(host);
      const permitted = found.filter(({ address }) => trust !== undefined && mayReach(address, trust));
      const [first] = permitted;
      if (!first) return answer(new AddressRefused(`${host} resolves to no permitted address`), []);
      if (options.all) return answer(null, permitted);
      answer(null, first.address, first.family);
    });
  };
}
