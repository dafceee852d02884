import { messages } from "../messages/messages.ts";
import { loginAddress } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { SignInAgainForm } from "./SignInAgainForm.tsx";

/** 重新登录 over the page. The same person goes on where he was; anybody else, and closing, begins anew. */
export function RenewalDialog() {
  const { account, renewal } = useConsole();

  function beginAnew(): void {
    const { pathname, search } = window.location;
    account.forget();
    renewal.settle(false);
    // A whole load: nothing of the person before stays in memory.
    window.location.assign(loginAddress(pathname + search));
  }

  return (
    <Dialog title={messages.session.signInAgain} width={416} onClose={beginAnew}>
      <SignInAgainForm submitText={messages.login.submit} onSame={() => renewal.settle(true)} onOther={beginAnew} />
    </Dialog>
  );
}
