import { messages } from "../messages/messages.ts";
import { Icon } from "../ui/Icon.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CaptchaPicture } from "./CaptchaPicture.tsx";
import { loginIcons } from "./login-icons.ts";
import type { Captcha } from "./use-captcha.ts";

interface CaptchaFieldProps {
  readonly captcha: Captcha;
  readonly onRenew: () => void;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

const { login: texts } = messages;

/** The answer to the picture beside the picture; nothing where the server asks for none. */
export function CaptchaField({ captcha, onRenew, value, onChange, error, disabled }: CaptchaFieldProps) {
  if (captcha.kind === "none") return null;
  return (
    <div className="login-captcha" data-field="captcha">
      <TextField
        label={texts.captchaPlaceholder}
        placeholder={texts.captchaPlaceholder}
        autoComplete="off"
        maxLength={8}
        icon={<Icon shape={loginIcons.safety} size={16} />}
        value={value}
        onChange={onChange}
        error={error ?? (captcha.kind === "failed" ? captcha.message : undefined)}
        disabled={disabled}
      />
      <CaptchaPicture captcha={captcha} onRenew={onRenew} />
    </div>
  );
}
