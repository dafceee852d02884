import { messages } from "../messages/messages.ts";
import { Icon } from "./Icon.tsx";
import { loginIcons } from "./login-icons.ts";
import { TextField } from "./TextField.tsx";
import type { Captcha } from "./use-captcha.ts";
import type { FieldProps } from "./use-fields.ts";

interface CaptchaFieldProps extends FieldProps {
  readonly captcha: Captcha;
  readonly onRenew: () => void;
}

const { login: texts } = messages;

/** The answer to the picture beside the picture; nothing where the server asks for none. */
export function CaptchaField({ captcha, onRenew, ...field }: CaptchaFieldProps) {
  if (captcha.kind === "none") return null;
  return (
    <div className="login-captcha sc-boxes" data-field="captcha">
      <TextField
        label={texts.captchaPlaceholder}
        placeholder={texts.captchaPlaceholder}
        autoComplete="off"
        maxLength={8}
        icon={<Icon shape={loginIcons.safety} size={16} />}
        {...field}
        error={field.error ?? (captcha.kind === "failed" ? captcha.message : undefined)}
      />
      <CaptchaPicture captcha={captcha} onRenew={onRenew} />
    </div>
  );
}

/** The captcha's picture, 112 × 40; a click gets another one. */
function CaptchaPicture({ captcha, onRenew }: { readonly captcha: Captcha; readonly onRenew: () => void }) {
  return (
    <button type="button" className="captcha-picture sc-picture" title={messages.login.captchaImage} onClick={onRenew}>
      {captcha.kind === "picture" && <img src={captcha.url} width={112} height={40} alt={messages.login.captchaAlt} />}
      {captcha.kind === "failed" && messages.login.captchaFailed}
    </button>
  );
}
