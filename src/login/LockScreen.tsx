import { useId } from "react";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { useModal } from "../ui/use-modal.ts";
import { SignInAgainForm } from "./SignInAgainForm.tsx";
import "./lock-screen.css";

const { lock: texts } = messages;

/** Covers everything, from the first moment, until the person enters the password; the page below stays as it was left. */
export function LockScreen() {
  const { session, account, lock } = useConsole();
  const dialog = useModal({ focus: 'input[type="password"]' });
  const titleId = useId();
  const name = session.user?.realname ?? "";

  async function leave(): Promise<void> {
    await account.signOut();
    window.location.assign(loginPath);
  }

  return (
    <div className="lock-cover">
      <dialog ref={dialog} className="lock-screen" aria-labelledby={titleId}>
        <div className="lock-screen-card">
          <span className="lock-screen-avatar" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <h2 id={titleId}>{texts.title(name)}</h2>
          <p>{texts.text}</p>
          <SignInAgainForm
            isFixed
            submitText={texts.unlock}
            onSame={() => lock.unlock()}
            onOther={() => void leave()}
          />
          <button type="button" className="lock-screen-leave" onClick={() => void leave()}>
            {texts.leave}
          </button>
        </div>
      </dialog>
    </div>
  );
}
