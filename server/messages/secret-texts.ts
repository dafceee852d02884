import { escapeHtml, renderTemplate } from "./render-template.ts";

interface SecretText {
  readonly title: string;
  /** `${code}` or `${link}` stands for the secret, `${minutes}` for how long it is good. */
  readonly text: string;
}

const code = (title: string): SecretText => ({
  title,
  text: `您的${title}为 \${code}，\${minutes} 分钟内有效，请勿告诉他人。`,
});

/** What a person gets, by what the secret is for; the keys are also the template codes of the SMS gateway. */
export const secretTexts = {
  login: code("登录验证码"),
  register: code("注册验证码"),
  reset: code("找回密码验证码"),
  "reset-link": {
    title: "重置密码",
    text: "管理员为您的账号发起了密码重置。请在 ${minutes} 分钟内打开 ${link} 设置新密码；不是您要求的，请告诉管理员。",
  },
} as const satisfies Record<string, SecretText>;

export type SecretKind = keyof typeof secretTexts;

/** Where `secret` stands in the text of its kind. */
export const secretName = (kind: SecretKind): "code" | "link" => (kind === "reset-link" ? "link" : "code");

export function secretText(kind: SecretKind, params: Readonly<Record<string, string>>): string {
  return renderTemplate(secretTexts[kind].text, params, "text");
}

/** The same as HTML; a link can be followed. */
export function secretHtml(kind: SecretKind, params: Readonly<Record<string, string>>): string {
  const link = params.link === undefined ? undefined : escapeHtml(params.link);
  const html = escapeHtml(secretText(kind, params));
  return `<p>${link === undefined ? html : html.replaceAll(link, `<a href="${link}">${link}</a>`)}</p>`;
}
