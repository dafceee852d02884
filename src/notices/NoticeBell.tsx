import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";
import { OverPage } from "../pages/OverPage.tsx";
import { useConsole } from "../stores/console.ts";
import { Icon } from "../ui/Icon.tsx";
import "./notice-bell.css";

const NoticePanel = lazyPart(async () => ({ default: (await import("./NoticePanel.tsx")).NoticePanel }));
const NoticeDialog = lazyPart(async () => ({ default: (await import("./NoticeDialog.tsx")).NoticeDialog }));

/** On the way while the person is still reaching for the bell, so that both open at once. */
function preloadParts(): void {
  void NoticePanel.preload();
  void NoticeDialog.preload();
}

/** Shape from Ant Design (MIT). */
const bell = {
  viewBox: "64 64 896 896",
  paths: [
    "M816 768h-24V428c0-141.1-104.3-257.7-240-277.1V112c0-22.1-17.9-40-40-40s-40 17.9-40 40v38.9c-135.7 19.4-240 136-240 277.1v340h-24c-17.7 0-32 14.3-32 32v32c0 4.4 3.6 8 8 8h216c0 61.8 50.2 112 112 112s112-50.2 112-112h216c4.4 0 8-3.6 8-8v-32c0-17.7-14.3-32-32-32zM512 888c-26.5 0-48-21.5-48-48h96c0 26.5-21.5 48-48 48zM304 768V428c0-55.6 21.6-107.8 60.9-147.1S456.4 220 512 220c55.6 0 107.8 21.6 147.1 60.9S720 372.4 720 428v340H304z",
  ],
};

/** The bell of the header: how much is unread, and what. Keeps the live channel open while somebody is signed in. */
export const NoticeBell = observer(function NoticeBell() {
  const { notices, session } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { token } = session;
  const { shown } = notices;

  useEffect(() => {
    if (token === undefined) return;
    notices.start();
    const wake = () => notices.wake();
    const look = () => document.visibilityState === "visible" && wake();
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", look);
      notices.pause();
    };
  }, [token, notices]);

  return (
    <div className="notice-bell">
      <button
        ref={trigger}
        type="button"
        className="icon-button"
        aria-label={messages.notices.bell(notices.total)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadParts}
        onFocus={preloadParts}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon shape={bell} />
        {notices.total > 0 && (
          <span className="notice-count" aria-hidden="true">
            {notices.total > 99 ? "99+" : notices.total}
          </span>
        )}
      </button>
      {isOpen && (
        <OverPage onFailed={() => setOpen(false)}>
          <NoticePanel
            anchor={trigger}
            onClose={() => setOpen(false)}
            onOpen={(id) => {
              setOpen(false);
              notices.show(id);
            }}
          />
        </OverPage>
      )}
      {shown && (
        <OverPage key={shown.id} onFailed={() => notices.show()}>
          <NoticeDialog shown={shown} onClose={() => notices.show()} onRetry={() => notices.show(shown.id)} />
        </OverPage>
      )}
    </div>
  );
});
