import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const mark = "enc:v1:";
const [ivBytes, tagBytes] = [12, 16];

/** Passwords of foreign systems, kept so that a copy of the database alone does not tell them (AES-256-GCM). */
export class SecretBox {
  readonly #key: Buffer;

  /** @param key any text of at least 16 characters */
  constructor(key: string) {
    this.#key = createHash("sha256").update(key).digest();
  }

  /** 32 bytes for another purpose, from which the key cannot be told. */
  derive(purpose: string): Buffer {
    return createHmac("sha256", this.#key).update(purpose).digest();
  }

  static isSealed(text: string): boolean {
    return text.startsWith(mark);
  }

  seal(text: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return mark + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
  }

  /** @returns undefined for what another key sealed or somebody changed */
  open(sealed: string): string | undefined {
    if (!SecretBox.isSealed(sealed)) return undefined;
    const bytes = Buffer.from(sealed.slice(mark.length), "base64");
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return undefined;
    }
  }
}

/**
 * The key: `SECRET_KEY`, which servers that share a database must have in common, or one made at first need and kept
 * beside the database, for its owner only.
 */
export function openSecretBox(secretKey: string | undefined, dataDir: string): SecretBox {
  if (secretKey !== undefined) return new SecretBox(secretKey);
  const file = join(dataDir, "secret.key");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  }
  return new SecretBox(readFileSync(file, "utf8").trim());
}
