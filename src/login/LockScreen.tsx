import { Button } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { SignInAgainForm } from "./SignInAgainForm.tsx";
import "./lock-screen.css";

const { lock: texts } = messages;

/**
 * Covers everything, from the first moment, until the person enters the password; the page below stays as it was left.
 * Questions of the console wait until then, so leaving unsaved input behind is asked about on the screen itself.
 */
export function LockScreen() {
  const { session, account, lock, unsaved } = useConsole();
  const [leaving, setLeaving] = useState<"asked" | "refused">();
  const dialog = useShown();
  const titleId = useId();
  const name = session.user?.realname ?? "";

  async function leave(): Promise<void> {
    await account.signOut();
    window.location.assign(loginPath);
  }

  return (
    <div className="lock-cover">
      <dialog ref={dialog} className="lock-screen" aria-labelledby={titleId}>
        <div className="login-card lock-screen-card">
          <span className="lock-screen-avatar sc-face sc-middle" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <h2 id={titleId} className="login-title">
            {texts.title(name)}
          </h2>
          <p className="login-lead sc-muted">{texts.text}</p>
          <SignInAgainForm
            isFixed
            submitText={texts.unlock}
            onSame={() => lock.unlock()}
            onOther={() => void leave()}
          />
          {leaving === "asked" ? (
            <>
              <p role="alert">{messages.unsaved.text}</p>
              <Button autoFocus onClick={() => setLeaving("refused")}>
                {messages.common.cancel}
              </Button>{" "}
              <Button danger type="primary" onClick={() => void leave()}>
                {messages.session.signOut}
              </Button>
            </>
          ) : (
            <Button
              type="link"
              autoFocus={leaving === "refused"}
              onClick={() => (unsaved.isDirty() ? setLeaving("asked") : void leave())}
            >
              {texts.leave}
            </Button>
          )}
        </div>
      </dialog>
    </div>
  );
}

/**
 * Shows a `<dialog>` above everything for as long as its component is there: all else is out of reach for keys, pointer and
 * screen readers. Nothing closes it: Chromium would at the second Escape in a row, whatever was said to the first.
 */
function useShown() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const show = () => {
      if (!element.isConnected) return;
      element.showModal();
      element.querySelector<HTMLElement>('input[type="password"]')?.focus();
    };
    const stay = (event: Event) => event.preventDefault();
    const refuseEscape = (event: KeyboardEvent) => event.key === "Escape" && event.preventDefault();
    // In a task of its own: the key press that has locked the screen would else act on it.
    const opening = setTimeout(show);
    element.addEventListener("keydown", refuseEscape);
    element.addEventListener("cancel", stay);
    element.addEventListener("close", show);
    return () => {
      clearTimeout(opening);
      element.removeEventListener("keydown", refuseEscape);
      element.removeEventListener("cancel", stay);
      element.removeEventListener("close", show);
      element.close();
    };
  }, []);
  return dialog;
}
