import { Button, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { siteSettings } from "../api/site-settings.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { CodePurpose } from "../stores/self-service.ts";
import { checkPhone, phoneFieldOf } from "./field-checks.ts";
import { Icon } from "./Icon.tsx";
import { loginIcons } from "./login-icons.ts";
import { TextField } from "./TextField.tsx";
import type { FieldProps } from "./use-fields.ts";
import { useSelfService } from "./use-self-service.ts";

interface CodeFieldProps extends FieldProps {
  readonly purpose: CodePurpose;
  readonly phone: string;
  /** The number is no good, or the server sends nothing to it now. */
  readonly onRefused: (field: "phone" | "code", message: string) => void;
}

/** Seconds between two messages to one number; the server counts too. */
const pauseSeconds = 60;
const { login: texts } = messages;

/** The code of a short message, with the button that asks for one. */
export function CodeField({ purpose, phone, onRefused, ...field }: CodeFieldProps) {
  const selfService = useSelfService();
  const { feedback } = useConsole();
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const input = useRef<InputRef>(null);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function ask(): Promise<void> {
    const wrong = checkPhone(phone);
    if (wrong) return onRefused("phone", wrong);
    setAsking(true);
    try {
      await selfService.sendCode(phone.trim(), purpose);
      feedback.notify("success", texts.codeSent);
      setSecondsLeft(pauseSeconds);
      // What stood there belonged to an older message; the button rests now, so the focus goes on to the field.
      field.onChange("");
      input.current?.focus();
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : messages.failure.unknown;
      onRefused(phoneFieldOf(message), message);
    } finally {
      setAsking(false);
    }
  }

  const { smsChannel } = siteSettings();
  return (
    <div className="login-captcha sc-boxes" data-field="code">
      <TextField
        label={texts.codePlaceholder}
        placeholder={texts.codePlaceholder}
        autoComplete="one-time-code"
        maxLength={6}
        inputRef={input}
        icon={<Icon shape={loginIcons.safety} size={16} />}
        {...field}
      />
      <Button disabled={field.disabled || isAsking || isWaiting || smsChannel === "off"} onClick={() => void ask()}>
        {isWaiting ? texts.codeAgain(secondsLeft) : texts.getCode}
      </Button>
      {smsChannel !== "ready" && (
        <p className="login-channel sc-muted" role="note">
          {texts.smsChannels[smsChannel]}
        </p>
      )}
    </div>
  );
}
