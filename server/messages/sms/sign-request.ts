import { createHash, createHmac } from "node:crypto";
import { renderTemplate } from "../render-template.ts";
import type { SmsSignature } from "./sms-shape.ts";

type Texts = Readonly<Record<string, string>>;

/**
 * Signs what a shape says. The derived key of AWS and TC3 is the general case; a plain HMAC has one key.
 *
 * @param texts the values of the shape, with `body`, and `formEncoded` for forms
 */
export function signRequest(signature: SmsSignature, texts: Texts): string {
  const known = { ...texts, bodyHash: sha256(texts.body ?? "") };
  const canonical = renderTemplate(signature.canonical ?? "", known, "text");
  const text = renderTemplate(signature.text, { ...known, canonicalHash: sha256(canonical) }, "text");
  const [first, ...further] = signature.key.map((part) => renderTemplate(part, texts, "text"));
  const { algorithm } = signature;
  const key = further.reduce<string | Buffer>(
    (last, part) => createHmac(algorithm, last).update(part).digest(),
    first ?? "",
  );
  return createHmac(algorithm, key).update(text).digest(signature.encoding);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** RFC 3986: what `encodeURIComponent` leaves is encoded too. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Fields sorted by name, as both the signature and the body have them. */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join("&");
}
