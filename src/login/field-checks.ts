import { mobileNumber } from "../../runtime/record/mobile-number.ts";
import { messages } from "../messages/messages.ts";

const { login, register, password: passwordTexts } = messages;

/** Each answers what is wrong with a text, or undefined. */
export function checkPhone(text: string): string | undefined {
  if (text.trim() === "") return login.phonePlaceholder;
  return mobileNumber.test(text.trim()) ? undefined : login.phoneWrong;
}

export function checkCode(text: string): string | undefined {
  if (text.trim() === "") return login.codePlaceholder;
  return /^\d{6}$/.test(text.trim()) ? undefined : login.codeWrong;
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

/** @param required what an empty field says: a first password is no new one */
export function checkNewPassword(text: string, required = passwordTexts.nextRequired): string | undefined {
  if (text === "") return required;
  return text.length < 8 || text.length > 128 ? passwordTexts.length : undefined;
}

export function checkConfirmation(
  text: string,
  password: string,
  required = passwordTexts.confirmRequired,
): string | undefined {
  if (text === "") return required;
  return text === password ? undefined : passwordTexts.different;
}

/** Which of number and code a refusal of the server is about. */
export function phoneFieldOf(message: string): "phone" | "code" {
  return message.includes(login.subjects.phone) ? "phone" : "code";
}

/** Drops the fields that are right. */
export function onlyWrong<Name extends string>(
  found: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const wrong = Object.entries(found).filter(([, message]) => message !== undefined);
  return Object.fromEntries(wrong) as Partial<Record<Name, string>>;
}
