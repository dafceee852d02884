import { createDecipheriv } from "node:crypto";
import { AppError } from "../http/errors.ts";

/** What a console needs to lock a password: both are 16 characters, used as they are. */
export interface EncryptedString {
  readonly key: string;
  readonly iv: string;
}

const algorithm = "aes-128-cbc";

/**
 * Passwords on their way to sign-in, AES-128-CBC with PKCS #7. Everybody may ask for the key, so this keeps a password
 * out of the logs of what stands between, and replaces no TLS (docs/decisions/0022).
 */
export class PasswordCipher {
  readonly encryptedString: EncryptedString;

  /** @param secret at least 24 bytes, the same for all servers of an installation */
  constructor(secret: Buffer) {
    const text = secret.toString("base64url");
    this.encryptedString = { key: text.slice(0, 16), iv: text.slice(16, 32) };
  }

  /** @throws AppError PASSWORD_KEY_CHANGED for what another key locked */
  open(locked: string): string {
    const { key, iv } = this.encryptedString;
    try {
      const decipher = createDecipheriv(algorithm, key, iv);
      const bytes = Buffer.concat([decipher.update(locked, "base64"), decipher.final()]);
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch (cause) {
      throw new AppError("PASSWORD_KEY_CHANGED", { cause });
    }
  }
}
