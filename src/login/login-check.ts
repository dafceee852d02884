import { messages } from "../messages/messages.ts";

export type LoginField = "username" | "password" | "captcha" | "slider";
export type LoginErrors = Partial<Record<LoginField, string>>;

export interface LoginValues {
  readonly username: string;
  readonly password: string;
  readonly captcha: string;
}

/** Order on the page: the first wrong one gets the focus. */
export const loginFields: readonly LoginField[] = ["username", "password", "captcha", "slider"];

/** What is missing. @param isChecked whether the server asks for a captcha; then the slider counts too */
export function checkLogin(values: LoginValues, isChecked: boolean, hasPassedSlider: boolean): LoginErrors {
  const { login } = messages;
  return {
    ...(values.username.trim() === "" ? { username: login.accountPlaceholder } : {}),
    ...(values.password === "" ? { password: login.passwordPlaceholder } : {}),
    ...(isChecked && values.captcha.trim() === "" ? { captcha: login.captchaPlaceholder } : {}),
    ...(isChecked && !hasPassedSlider ? { slider: login.slideRequired } : {}),
  };
}

/** The field that a refusal of the server belongs to. */
export function fieldOfRefusal(message: string): LoginField {
  return message.includes(messages.login.subjects.captcha) ? "captcha" : "password";
}

export function firstWrongField(errors: LoginErrors): LoginField | undefined {
  return loginFields.find((field) => errors[field] !== undefined);
}
