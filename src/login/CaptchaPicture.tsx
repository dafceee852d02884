import { messages } from "../messages/messages.ts";
import type { Captcha } from "./use-captcha.ts";

/** The captcha's picture, 112 × 40; a click gets another one. */
export function CaptchaPicture({ captcha, onRenew }: { readonly captcha: Captcha; readonly onRenew: () => void }) {
  return (
    <button type="button" className="captcha-picture sc-picture" title={messages.login.captchaImage} onClick={onRenew}>
      {captcha.kind === "picture" && <img src={captcha.url} width={112} height={40} alt={messages.login.captchaAlt} />}
      {captcha.kind === "failed" && messages.login.captchaFailed}
    </button>
  );
}
