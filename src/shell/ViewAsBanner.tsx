import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import "./banner.css";

/** Stands above everything while an administrator looks at what another user sees. */
export const ViewAsBanner = observer(function ViewAsBanner() {
  const { session, viewAs } = useConsole();
  const { user } = session;
  if (!user?.viewedBy) return null;
  return (
    <div className="banner sc-under sc-unprinted sc-line sc-wrap sc-still" role="status">
      {messages.viewAs.banner(user.viewedBy, user.realname)}
      <Button size="small" onClick={() => void viewAs.end()}>
        {messages.viewAs.end}
      </Button>
    </div>
  );
});
