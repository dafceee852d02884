import { messages } from "../messages/messages.ts";

const { login, register, password: passwordTexts } = messages;

/** Each answers what is wrong with a text, or undefined. */
export function checkPhone(text: string): string | undefined {
  if (text.trim() === "") return login.phonePlaceholder;
  return /^1[34578]\d{9}$/.test(text.trim()) ? undefined : login.phoneWrong;
}

export function checkCode(text: string): string | undefined {
  return /^\d{6}$/.test(text.trim()) ? undefined : login.codePlaceholder;
}

export function checkUsername(text: string): string | undefined {
  if (text.trim() === "") return register.usernameRequired;
  if (!/^\w+$/.test(text.trim())) return register.usernameLetters;
  return text.trim().length < 4 || text.trim().length > 18 ? register.usernameLength : undefined;
}

export function checkEmail(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim()) ? undefined : register.emailWrong;
}

export function checkNewPassword(text: string): string | undefined {
  if (text === "") return passwordTexts.nextRequired;
  return text.length < 8 || text.length > 128 ? passwordTexts.length : undefined;
}

export function checkConfirmation(text: string, password: string): string | undefined {
  if (text === "") return passwordTexts.confirmRequired;
  return text === password ? undefined : passwordTexts.different;
}

/** Drops the fields that are right. */
export function onlyWrong<Name extends string>(
  found: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const wrong = Object.entries(found).filter(([, message]) => message !== undefined);
  return Object.fromEntries(wrong) as Partial<Record<Name, string>>;
}
