import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useSyncExternalStore } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import "./banner.css";

const { banner: texts } = messages;

/** What concerns the whole console: no network, or a newer version of it. */
export const StatusBanner = observer(function StatusBanner() {
  const { update } = useConsole();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine !== false);
  if (!isOnline) {
    return (
      <div className="banner sc-under sc-unprinted sc-line sc-wrap sc-still" role="status">
        {texts.offline}
      </div>
    );
  }
  if (!update.isOutdated) return null;
  return (
    <div className="banner sc-under sc-unprinted sc-line sc-wrap sc-still banner-info" role="status">
      {texts.update}
      <Button type="link" size="small" onClick={() => window.location.reload()}>
        {texts.refresh}
      </Button>
      <Button type="link" size="small" onClick={() => update.postpone()}>
        {texts.later}
      </Button>
    </div>
  );
});

function followNetwork(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
