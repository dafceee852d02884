import { useNavigate } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { PasswordForm } from "../shell/PasswordForm.tsx";
import { useConsole } from "../stores/console.ts";
import { LoginLayout } from "./LoginLayout.tsx";

/** The first sign-in with a password that the server made up: nothing else opens before it is replaced. */
export function FirstPasswordPage() {
  const { account, feedback } = useConsole();
  const navigate = useNavigate();

  function handleSaved(): void {
    feedback.notify("success", messages.password.saved);
    void navigate(homePath, { replace: true });
  }

  return (
    <LoginLayout>
      <h2 className="login-title">{messages.password.firstTitle}</h2>
      <p className="login-lead">{messages.password.firstText}</p>
      <PasswordForm onSaved={handleSaved} />
      <button type="button" className="login-leave" onClick={() => void account.signOut()}>
        {messages.session.signOut}
      </button>
    </LoginLayout>
  );
}
