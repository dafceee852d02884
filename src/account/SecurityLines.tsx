import { Button } from "antd";
import { useEffect, useState } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { OverPage } from "../feedback/OverPage.tsx";
import { accountMessages as texts } from "../messages/account.ts";
import { messages } from "../messages/messages.ts";
import { PhoneDialog } from "./PhoneDialog.tsx";
import type { Profile, ProfileCalls } from "./profile.ts";
import { SecondFactorLine } from "./SecondFactorLine.tsx";

const PasswordDialog = lazyPart(async () => ({
  default: (await import("../shell/PasswordDialog.tsx")).PasswordDialog,
}));

interface SecurityLinesProps {
  readonly profile: Profile;
  readonly calls: ProfileCalls;
  onPhoneChanged(phone: string): void;
}

const { shell } = messages;

/** Password, number and authenticator, each with the dialog that changes it. */
export function SecurityLines({ profile, calls, onPhoneChanged }: SecurityLinesProps) {
  const [open, setOpen] = useState<"password" | "phone">();
  const close = () => setOpen(undefined);
  useEffect(() => void PasswordDialog.preload(), []);
  return (
    <ul className="account-lines sc-ruled">
      <li className="sc-line sc-ends">
        <div>
          <b>{texts.password}</b>
          <small>{texts.passwordText}</small>
        </div>
        <Button aria-label={shell.changePassword} onClick={() => setOpen("password")}>
          {texts.change}
        </Button>
      </li>
      <li className="sc-line sc-ends">
        <div>
          <b>{texts.phone}</b>
          <small>
            {profile.phone ? `${profile.phone.slice(0, 3)}****${profile.phone.slice(-4)}` : texts.phoneNone}
          </small>
        </div>
        <Button aria-label={texts.changePhone} onClick={() => setOpen("phone")}>
          {texts.change}
        </Button>
      </li>
      <SecondFactorLine calls={calls} />
      {open === "password" && (
        <OverPage onFailed={close}>
          <PasswordDialog onClose={close} />
        </OverPage>
      )}
      {open === "phone" && (
        <PhoneDialog
          current={profile.phone}
          calls={calls}
          onClose={close}
          onDone={(phone) => {
            close();
            onPhoneChanged(phone);
          }}
        />
      )}
    </ul>
  );
}
