import { Button } from "antd";
import { useLocation, useNavigate } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { placeAfter } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { LoginLayout } from "./LoginLayout.tsx";
import { PasswordForm, usePasswordForm } from "./PasswordForm.tsx";

const { password: texts } = messages;

/** The first sign-in with a password that the server made up: nothing else opens before it is replaced. */
export function FirstPasswordPage() {
  const { account, feedback, session } = useConsole();
  const navigate = useNavigate();
  const { search } = useLocation();

  function handleSaved(): void {
    feedback.notify("success", texts.saved);
    void navigate(placeAfter(search, session.user ?? {}), { replace: true });
  }

  const password = usePasswordForm(handleSaved);
  return (
    <LoginLayout title={texts.title}>
      <h2 className="login-title">{texts.firstTitle}</h2>
      <p className="login-lead sc-muted">{texts.firstText}</p>
      <PasswordForm password={password}>
        <Button htmlType="submit" type="primary" block loading={password.isBusy}>
          {password.isBusy ? texts.saving : texts.save}
        </Button>
      </PasswordForm>
      <Button block type="link" onClick={() => void account.signOut()}>
        {messages.session.signOut}
      </Button>
    </LoginLayout>
  );
}
