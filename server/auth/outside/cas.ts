import { createHash } from "node:crypto";
import { AppError } from "../../http/errors.ts";
import type { Outgoing } from "../../http/net/outgoing.ts";
import { type Claims, type Person, type Provider, readPerson } from "./provider.ts";
import { childNamed, parseXml, type XmlElement } from "./strict-xml.ts";

const casNamespace = "http://www.yale.edu/tp/cas";
const samlNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";
/** Service tickets only: a proxy's ticket speaks for another service. */
const ticketForm = /^ST-[\x21-\x7e]{1,250}$/;

/** Where to send the browser; `service` comes back with `ticket` added, and is validated letter for letter. */
export function casLoginUrl({ address }: Provider, service: string): string {
  return `${address}/login?service=${encodeURIComponent(service)}`;
}

export function casLogoutUrl({ address }: Provider, service: string): string {
  return `${address}/logout?service=${encodeURIComponent(service)}`;
}

/** The name under which the CAS server will end a session: the ticket itself is kept nowhere. */
export const ticketDigest = (ticket: string): string => createHash("sha256").update(`cas\n${ticket}`).digest("hex");

/**
 * Asks the CAS server whose ticket it is (CAS protocol 3.0 §2.8).
 *
 * @param service the very address that the ticket was given for
 * @throws AppError THIRD_TICKET, THIRD_CONFIG, THIRD_DOWN, THIRD_UNTRUSTED
 */
export async function validateTicket(
  out: Outgoing,
  provider: Provider,
  ticket: string,
  service: string,
): Promise<Person> {
  const details = { provider: provider.name };
  if (!ticketForm.test(ticket)) throw new AppError("THIRD_TICKET", { details });
  const query = new URLSearchParams({ service, ticket });
  const answer = await out.fetch(`${provider.address}/p3/serviceValidate?${query}`, {
    headers: { accept: "application/xml" },
  });
  if (answer.status !== 200) throw new AppError("THIRD_DOWN", { details });
  const root = readAnswer(await answer.text());
  const success = root && childNamed(root, "authenticationSuccess");
  const failure = root && childNamed(root, "authenticationFailure");
  if (!root || (success !== undefined) === (failure !== undefined)) throw new AppError("THIRD_UNTRUSTED", { details });
  if (failure) throw refusal(provider, failure);
  const user = (success && childNamed(success, "user")?.text.trim()) ?? "";
  if (user === "" || user.length > 200) throw new AppError("THIRD_UNTRUSTED", { details });
  const claims = { ...attributesOf(success && childNamed(success, "attributes")), user };
  return readPerson(provider, claims, {
    issuer: provider.address,
    subject: user,
    sid: ticketDigest(ticket),
    // CAS attributes come from the organisation's own directory, but nothing in them says that anybody checked.
    isEmailVerified: false,
    isPhoneVerified: false,
  });
}

function readAnswer(text: string): XmlElement | undefined {
  try {
    const root = parseXml(text);
    return root.name === "serviceResponse" && root.namespace === casNamespace ? root : undefined;
  } catch {
    return undefined;
  }
}

/** Codes of the protocol (§2.5.3). */
const reasons: Readonly<Record<string, string>> = {
  INVALID_SERVICE: "服务地址与票据不符",
  UNAUTHORIZED_SERVICE: "对方没有登记本系统的服务地址",
  UNAUTHORIZED_SERVICE_PROXY: "对方没有登记本系统的服务地址",
  INVALID_REQUEST: "对方不接受验票请求",
};

function refusal({ name: provider }: Provider, failure: XmlElement): AppError {
  const code = failure.attributes.code ?? "";
  if (code === "INVALID_TICKET" || code === "INVALID_TICKET_SPEC")
    return new AppError("THIRD_TICKET", { details: { provider } });
  if (code === "INTERNAL_ERROR") return new AppError("THIRD_DOWN", { details: { provider } });
  const reason = reasons[code];
  if (reason) return new AppError("THIRD_CONFIG", { details: { provider, reason } });
  return new AppError("THIRD_UNTRUSTED", { details: { provider } });
}

/** An attribute that stands several times is a list. */
function attributesOf(element: XmlElement | undefined): Claims {
  const claims: Record<string, string[]> = Object.create(null);
  for (const { name, text } of element?.children ?? []) claims[name] = [...(claims[name] ?? []), text.trim()];
  return claims;
}

/**
 * The ticket whose session the CAS server has ended (single logout). The ticket is the proof: only the server, this
 * console and the browser for a moment have known it.
 *
 * @returns undefined for anything that is no logout request
 */
export function readLogoutRequest(text: string): string | undefined {
  try {
    const root = parseXml(text);
    if (root.name !== "LogoutRequest" || root.namespace !== samlNamespace) return undefined;
    const ticket = childNamed(root, "SessionIndex")?.text.trim() ?? "";
    return ticketForm.test(ticket) ? ticket : undefined;
  } catch {
    return undefined;
  }
}
