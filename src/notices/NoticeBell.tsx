import BellOutlined from "@ant-design/icons/BellOutlined";
import { Badge, Button, Dropdown } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { OverPage } from "../feedback/OverPage.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";

const NoticePanel = lazyPart(async () => ({ default: (await import("./NoticePanel.tsx")).NoticePanel }));
const NoticeDialog = lazyPart(async () => ({ default: (await import("./NoticeDialog.tsx")).NoticeDialog }));

/** On the way while the person is still reaching for the bell, so that both open at once. */
function preloadParts(): void {
  void NoticePanel.preload();
  void NoticeDialog.preload();
}

/** The bell of the header: how much is unread, and what. Keeps the live channel open while somebody is signed in. */
export const NoticeBell = observer(function NoticeBell() {
  const { notices, session } = useConsole();
  const [isOpen, setOpen] = useState(false);
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

  const panel = () => (
    <OverPage onFailed={() => setOpen(false)}>
      <NoticePanel
        onClose={() => setOpen(false)}
        onOpen={(id) => {
          setOpen(false);
          notices.show(id);
        }}
      />
    </OverPage>
  );

  return (
    <>
      <Dropdown
        trigger={["click"]}
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        popupRender={panel}
        destroyOnHidden
      >
        <Button
          type="text"
          icon={
            <Badge count={notices.total} size="small" title="" aria-hidden="true">
              <BellOutlined />
            </Badge>
          }
          aria-label={messages.notices.bell(notices.total)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={preloadParts}
          onFocus={preloadParts}
        />
      </Dropdown>
      {shown && (
        <OverPage key={shown.id} onFailed={() => notices.show()}>
          <NoticeDialog shown={shown} onClose={() => notices.show()} onRetry={() => notices.show(shown.id)} />
        </OverPage>
      )}
    </>
  );
});
