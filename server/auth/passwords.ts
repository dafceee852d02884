import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../http/errors.ts";
import { commonPasswords } from "./common-passwords.ts";

/** The package's `Algorithm.Argon2id`, a const enum that cannot be imported here. */
const argon2id = 2;
/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Stands in for the hash of a user who does not exist, so that both answers take the same time. */
let standIn: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

/**
 * Compares a password with a stored hash.
 *
 * @param stored undefined for an unknown user: the work is done all the same and the answer is false
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  standIn ??= hashPassword("no user has this password");
  const matches = await verify(stored ?? (await standIn), password).catch(() => false);
  return matches && stored !== undefined;
}

/** How strong a new password must be; the operator sets it (`system/setting`). */
export interface PasswordPolicy {
  readonly passwordLength: number;
  readonly passwordKinds: number;
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];

/**
 * Refuses passwords that are too short, too long, or among the first an attacker tries.
 *
 * @throws AppError INVALID
 */
export function checkNewPassword(password: string, username: string, policy: PasswordPolicy): void {
  const length = [...password].length;
  const { passwordLength, passwordKinds } = policy;
  if (length < passwordLength || length > 128) throw invalid(`密码应为 ${passwordLength} 到 128 个字符`);
  if (kinds.filter((kind) => kind.test(password)).length < passwordKinds) {
    throw invalid(`密码须含小写字母、大写字母、数字、符号中的至少 ${passwordKinds} 种`);
  }
  const lower = password.toLowerCase();
  const isCommon = commonPasswords.has(lower) || /^(.)\1+$/u.test(lower) || lower === username.toLowerCase();
  if (isCommon) throw invalid("这个密码太常见，容易被猜到，请换一个");
}

function invalid(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
