import { observer } from "mobx-react-lite";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { FramePage } from "./FramePage.tsx";
import { fillAddress } from "./fill-address.ts";

interface PlaceholderFrameProps {
  readonly url: string;
  readonly title: string;
  readonly isExternal: boolean;
}

/** A foreign page whose address names the person or the session. Only a web address is ever opened. */
export const PlaceholderFrame = observer(function PlaceholderFrame({ url, title, isExternal }: PlaceholderFrameProps) {
  const address = fillAddress(url, useConsole());
  if (address !== undefined) return <FramePage url={address} title={title} isExternal={isExternal} />;
  const { state } = messages;
  return (
    <div className="sc-card">
      <EmptyState kind="empty" title={state.unknownTitle} text={state.badAddressText(url)} />
    </div>
  );
});
