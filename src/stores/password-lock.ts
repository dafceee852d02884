import type { ApiClient } from "../api/client.ts";
import type { LocalEntries } from "./local-entries.ts";
import { sessionLifetimeMs } from "./session.ts";

/** How a password goes on the wire: locked, or plain where it cannot be locked. */
export type WirePassword = { readonly encryptedPassword: string } | { readonly password: string };

/** Locks passwords for sign-in under the server's encrypted string (`docs/decisions/0022`). */
export interface PasswordLock {
  /** Asks for the encrypted string unless it is stored; never fails. */
  prepare(): Promise<void>;
  lock(password: string): Promise<WirePassword>;
  /** The server has another one by now. */
  forget(): void;
}

interface EncryptedString {
  readonly key: string;
  readonly iv: string;
}

const entry = "encryptedString";

/** @param entries lasting; the string stays there for 7 days */
export function createPasswordLock(client: Pick<ApiClient, "request">, entries: LocalEntries): PasswordLock {
  let asked: Promise<EncryptedString | undefined> | undefined;

  async function ask(): Promise<EncryptedString | undefined> {
    const url = "/sys/getEncryptedString";
    const answer = await client.request<unknown>({ method: "GET", url, quiet: "all" }).catch(() => undefined);
    const text = readEncryptedString(answer);
    if (text) entries.write(entry, text, sessionLifetimeMs);
    return text;
  }

  async function encryptedString(): Promise<EncryptedString | undefined> {
    // Without a secure context the browser has no cryptography, so nothing is asked.
    if (!globalThis.crypto?.subtle) return undefined;
    const stored = readEncryptedString(entries.read(entry));
    if (stored) return stored;
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    async prepare() {
      await encryptedString();
    },
    async lock(password) {
      const text = await encryptedString();
      return text ? { encryptedPassword: await encrypt(password, text) } : { password };
    },
    forget: () => entries.remove(entry),
  };
}

/** AES-128-CBC with PKCS #7, as base64. */
async function encrypt(password: string, { key, iv }: EncryptedString): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey("raw", bytes(key), "AES-CBC", false, ["encrypt"]);
  const locked = await crypto.subtle.encrypt({ name: "AES-CBC", iv: bytes(iv) }, secret, bytes(password));
  return btoa(String.fromCharCode(...new Uint8Array(locked)));
}

function readEncryptedString(value: unknown): EncryptedString | undefined {
  const { key, iv } = (typeof value === "object" && value !== null ? value : {}) as Partial<EncryptedString>;
  const isWhole = [key, iv].every((text) => typeof text === "string" && /^[\x21-\x7e]{16}$/.test(text));
  return isWhole ? ({ key, iv } as EncryptedString) : undefined;
}
