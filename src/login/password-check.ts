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

/** What a refusal of the server is about: a new password that it does not take, or who is asking. */
export function refusedField(message: string): keyof PasswordValues {
  const { password, oldPassword } = messages.login.subjects;
  return message.includes(password) && !message.startsWith(oldPassword) ? "newPassword" : "oldPassword";
}

function isRightLength(password: string): boolean {
  return password.length >= 8 && password.length <= 128;
}
