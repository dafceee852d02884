import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { SignInAgainForm } from "./SignInAgainForm.tsx";

/** Questions and notices: `FeedbackHost`. */
const overQuestions = 2005;

/** 重新登录 over the page. The same person goes on where they were; anybody else, and closing, begins anew. */
export function RenewalDialog() {
  const { account, renewal } = useConsole();

  function beginAnew(): void {
    account.forget();
    renewal.settle(false);
  }

  return (
    // Who it is stands there already.
    <ModalDialog
      title={messages.session.signInAgain}
      width={416}
      zIndex={overQuestions}
      focus='input[type="password"]'
      onClose={beginAnew}
    >
      <SignInAgainForm submitText={messages.login.submit} onSame={() => renewal.settle(true)} onOther={beginAnew} />
    </ModalDialog>
  );
}
