import { hash, verify } from "@node-rs/argon2";
import { AppError } from "../http/errors.ts";

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

/** The passwords of eight and more characters that guessing lists start with, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 123123123 12341234 11223344 123321123
12344321 147258369 159357159 741852963 789456123 password password1 password12 password123 passw0rd p@ssw0rd
p@ssword p@ssw0rd1 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t
q1w2e3r4 zaq12wsx qazwsxedc asdfghjk asdfghjkl asdfasdf zxcvbnm123 zxcvbnm, abcd1234 abc12345 abc123456 a1234567
a12345678 a123456789 aa123456 aa12345678 a1b2c3d4 asd123456 qwe123456 qq123456 wang1234 woaini520 woaini1314
woaini123 5201314520 iloveyou iloveyou1 sunshine princess football baseball superman starwars trustno1 welcome1
welcome123 letmein1 letmein123 admin123 admin1234 admin12345 admin123456 admin888 admin@123 administrator root1234
root123456 test1234 test123456 changeme changeme1 changeme123 default1 guest123 guest1234 master123 computer
internet whatever dragon123 monkey123 shadow123 michael1 jennifer jordan23 charlie1 liverpool chocolate
88888888 66666666 00000000 11111111 99999999 111222333 112233445566 123qweasd 123qwe123 qweasdzxc qwer1234
1234qwer 1234abcd 12345qwert jeecg123 jeecgboot
`
    .trim()
    .split(/\s+/),
);
