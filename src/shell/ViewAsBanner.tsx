import { observer } from "mobx-react-lite";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import "./view-as-banner.css";

/** Stands above everything while an administrator looks at what another user sees. */
export const ViewAsBanner = observer(function ViewAsBanner() {
  const { session, viewAs } = useConsole();
  const { user } = session;
  if (!user?.viewedBy) return null;
  return (
    <div className="view-as" role="status">
      <span>{messages.viewAs.banner(user.viewedBy, user.realname)}</span>
      <button type="button" onClick={() => void viewAs.end()}>
        {messages.viewAs.end}
      </button>
    </div>
  );
});
