import { messages } from "../messages/messages.ts";
import type { PasswordChange } from "../stores/account.ts";

export type PasswordValues = PasswordChange;
export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>;

const { password: texts } = messages;

/** What is wrong with the three fields; the server checks again, and more. */
export function checkPassword(values: PasswordValues): PasswordErrors {
  const { oldPassword, newPassword, confirmation } = values;
  return {
    ...(oldPassword === "" ? { oldPassword: texts.oldRequired } : {}),
    ...(newPassword === "" ? { newPassword: texts.nextRequired } : {}),
    ...(newPassword !== "" && !isRightLength(newPassword) ? { newPassword: texts.length } : {}),
    ...(confirmation === "" ? { confirmation: texts.confirmRequired } : {}),
    ...(confirmation !== "" && confirmation !== newPassword ? { confirmation: texts.different } : {}),
  };
}

function isRightLength(password: string): boolean {
  return password.length >= 8 && password.length <= 128;
}
