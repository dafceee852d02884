import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { OverPage } from "../feedback/OverPage.tsx";
import { LoginLayout } from "../login/LoginLayout.tsx";
import { messages } from "../messages/messages.ts";
import { secondFactorMessages as texts } from "../messages/second-factor.ts";
import { placeAfter } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { createProfileCalls } from "./profile.ts";

const SecondFactorWindow = lazyPart(async () => ({
  default: (await import("./SecondFactorWindow.tsx")).SecondFactorWindow,
}));

/** A role asks for two-step verification: nothing else opens before it is set up. */
export function SetUpFactorPage() {
  const { account, client, session } = useConsole();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const calls = useMemo(() => createProfileCalls(client), [client]);
  useEffect(() => void SecondFactorWindow.preload(), []);

  async function close(): Promise<void> {
    setOpen(false);
    // Closed half way, or set up elsewhere meanwhile: the server knows.
    const { isOn } = await calls.secondFactor.state().catch(() => ({ isOn: false }));
    if (!isOn) return;
    session.updateUser({ mustSetUpSecondFactor: false });
    void navigate(placeAfter(search, session.user ?? {}), { replace: true });
  }

  return (
    <LoginLayout title={texts.title}>
      <h2 className="login-title">{texts.wantedTitle}</h2>
      <p className="login-lead sc-muted">{texts.wantedText}</p>
      <Button type="primary" block onClick={() => setOpen(true)}>
        {texts.turnOn}
      </Button>
      <Button block type="link" onClick={() => void account.signOut()}>
        {messages.session.signOut}
      </Button>
      {isOpen && (
        <OverPage onFailed={() => setOpen(false)}>
          <SecondFactorWindow isOn={false} calls={calls} onClose={() => void close()} />
        </OverPage>
      )}
    </LoginLayout>
  );
}
