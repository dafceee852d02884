import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import { LinkButton } from "../router/LinkButton.tsx";
import { DoneView } from "./DoneView.tsx";
import { LoginLayout } from "./LoginLayout.tsx";

const { recover: texts } = messages;

interface RecoverFrameProps {
  readonly title: string;
  /** Whose new password is set; undefined until it is. */
  readonly done: string | undefined;
  /** What stays in sight when it is done. */
  readonly steps?: ReactNode;
  readonly children: ReactNode;
}

/** Around the ways to a new password: the title above, the way back to the sign-in page below. */
export function RecoverFrame({ title, done, steps, children }: RecoverFrameProps) {
  const isDone = done !== undefined;
  return (
    <LoginLayout title={title}>
      {isDone && !steps ? null : <h2 className="login-title">{title}</h2>}
      {steps}
      {isDone ? (
        <DoneView title={texts.doneTitle} text={texts.doneText} next={texts.toLogin} username={done} />
      ) : (
        <>
          {children}
          <LinkButton block type="link" to={loginPath}>
            {texts.toLogin}
          </LinkButton>
        </>
      )}
    </LoginLayout>
  );
}
