import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { placeAfter } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import {
  checkLogin,
  fieldOfRefusal,
  firstWrongField,
  type LoginErrors,
  type LoginField,
  type LoginValues,
} from "./login-check.ts";
import { useCaptcha } from "./use-captcha.ts";

export type Login = ReturnType<typeof useLogin>;

/** State and verbs of the sign-in form. */
export function useLogin() {
  const { account, session } = useConsole();
  const navigate = useNavigate();
  const [captcha, renewCaptcha] = useCaptcha();
  useEffect(() => void account.prepareSignIn(), [account]);
  const { search, state } = useLocation();
  const known = readUsername(state);
  const [values, setValues] = useState<LoginValues>({ username: known, password: "", captcha: "" });
  const [errors, setErrors] = useState<LoginErrors>({});
  const [remember, setRemember] = useState(true);
  const [hasPassedSlider, setPassedSlider] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrongField = firstWrongField(errors);
  // After the call the fields accept the focus again, so it waits for that. One run per refusal, not per keystroke.
  const [refusals, setRefusals] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new refusal moves the focus, a corrected field does not
  useEffect(() => {
    if (isBusy || !wrongField) return;
    form.current?.querySelector<HTMLElement>(`[data-field="${wrongField}"] :is(input, [role="slider"])`)?.focus();
  }, [refusals, isBusy]);
  const isChecked = captcha.kind !== "none";
  // Pressed before the server said whether it asks a captcha: the press waits for that and is not lost.
  const [isPressed, setPressed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press goes on once, with what is typed by then
  useEffect(() => {
    if (!isPressed || captcha.kind === "loading") return;
    setPressed(false);
    void submit();
  }, [isPressed, captcha.kind]);

  function change(field: keyof LoginValues, value: string): void {
    setValues((current) => ({ ...current, [field]: value }));
    clearError(field);
  }

  function clearError(field: LoginField): void {
    setErrors(({ [field]: _fixed, ...others }) => others);
  }

  function showErrors(found: LoginErrors): void {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  async function submit(): Promise<void> {
    if (isBusy) return;
    if (captcha.kind === "loading") return setPressed(true);
    const found = checkLogin(values, isChecked, hasPassedSlider);
    if (firstWrongField(found)) return showErrors(found);
    setErrors({});
    setBusy(true);
    try {
      const checkKey = captcha.kind === "picture" ? captcha.key : "";
      await account.signIn({
        ...values,
        username: values.username.trim(),
        captcha: values.captcha.trim(),
        checkKey,
        remember,
      });
      await goOn();
    } catch (error) {
      refuse(error instanceof Error ? error.message : messages.login.failed);
    } finally {
      setBusy(false);
    }
  }

  /** Signed in: on to the wanted place. */
  async function goOn(): Promise<void> {
    // The page asks for department and tenant first, and comes back here.
    if (session.user?.mustChoose && !session.user.mustChangePassword) return;
    await navigate(placeAfter(search, session.user ?? {}), { replace: true });
  }

  /** Every captcha is good for one attempt, right or wrong. */
  function refuse(message: string): void {
    setValues((current) => ({ ...current, captcha: "" }));
    renewCaptcha();
    showErrors({ [fieldOfRefusal(message)]: message });
  }

  return {
    form,
    captcha,
    renewCaptcha,
    values,
    change,
    errors,
    remember,
    setRemember,
    isChecked,
    hasPassedSlider,
    passSlider: () => {
      setPassedSlider(true);
      clearError("slider");
    },
    isBusy: isBusy || isPressed,
    submit,
    goOn,
  };
}

/** The name that a page before this one hands over: after registering, after a new password. */
export function readUsername(state: unknown): string {
  const { username } = (typeof state === "object" && state !== null ? state : {}) as { readonly username?: unknown };
  return typeof username === "string" ? username : "";
}
