import { observer } from "mobx-react-lite";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { menuUrl } from "../../runtime/menu/menu-url.ts";
import { readApiBase } from "../api/api-base.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { FramePage } from "./FramePage.tsx";

interface PlaceholderFrameProps {
  readonly url: string;
  readonly title: string;
  readonly isExternal: boolean;
}

/** A foreign page whose address names the person or the session. Only a web address is ever opened. */
export const PlaceholderFrame = observer(function PlaceholderFrame({ url, title, isExternal }: PlaceholderFrameProps) {
  const { session } = useConsole();
  const { origin, protocol, host, hostname, port } = window.location;
  const address = menuUrl(url, {
    token: session.token ?? "",
    tenantId: session.tenantId,
    user: { ...session.user },
    location: { origin, protocol, host, hostname, port },
    apiBase: new URL(readApiBase(), origin).href,
  });
  if (address !== undefined) return <FramePage url={address} title={title} isExternal={isExternal} />;
  const { state } = messages;
  return (
    <div className="page-card">
      <StateFace kind="empty" title={state.unknownTitle} text={state.badAddressText(url)} />
    </div>
  );
});
