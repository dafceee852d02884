import { useLocation } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { DoneView } from "./DoneView.tsx";
import { LoginLayout } from "./LoginLayout.tsx";
import { readUsername } from "./use-login.ts";

const { register: texts } = messages;

/** The result of registering. */
export function RegisterResultPage() {
  const username = readUsername(useLocation().state);
  return (
    <LoginLayout title={texts.resultTitle}>
      <DoneView title={texts.doneTitle(username)} text={texts.doneText} next={texts.toLogin} username={username} />
    </LoginLayout>
  );
}
