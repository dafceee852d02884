import { App, Button } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { RequestNumber } from "../../renderers/layouts/RequestNumber.tsx";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { RenewalDialog } from "../login/RenewalDialog.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import "./feedback.css";
import { type FeedbackStore, type Notice, noticeMs, type OpenConfirm } from "../stores/feedback.ts";

const SecretText = lazyPart(async () => ({ default: (await import("./SecretText.tsx")).SecretText }));

/** Above every window of the pages, which stand at 1000 and inside one another somewhat higher. */
const overWindows = 2000;

/** Draws notices, questions and signing in again above every page. It comes after the first page, before it is wanted. */
export const FeedbackHost = observer(function FeedbackHost() {
  const { feedback, renewal } = useConsole();
  const confirm = feedback.confirms[0];
  return (
    <App component={false}>
      <Notices feedback={feedback} />
      {confirm && <ConfirmDialog key={confirm.id} feedback={feedback} confirm={confirm} />}
      {renewal.isOpen && <RenewalDialog />}
    </App>
  );
});

/** Hands what the store holds to antd: one with a title of its own is a notification, any other a message. */
const Notices = observer(function Notices({ feedback }: { readonly feedback: FeedbackStore }) {
  const { message, notification } = App.useApp();
  const shown = useRef(new Map<number, () => void>());
  const notices = [...feedback.notices];

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown follows the list and nothing else
  useEffect(() => {
    for (const notice of notices) {
      if (shown.current.has(notice.id)) continue;
      shown.current.set(notice.id, show(notice));
    }
    for (const [id, hide] of shown.current) {
      if (notices.some((notice) => notice.id === id)) continue;
      shown.current.delete(id);
      hide();
    }
  }, [notices.map(({ id }) => id).join()]);

  function show({ id, level, title, text, reason }: Notice): () => void {
    const key = String(id);
    const shared = { key, type: level, duration: noticeMs[level] / 1000, onClose: () => feedback.dismiss(id) };
    const content = (
      <>
        {text}
        <RequestNumber reason={reason} />
      </>
    );
    if (title && title !== text) {
      notification.open({ ...shared, title, description: content, placement: "top", role: "status" });
      return () => notification.destroy(key);
    }
    void message.open({ ...shared, content: <span role="status">{content}</span> });
    return () => message.destroy(key);
  }
  return null;
});

function ConfirmDialog({ feedback, confirm }: { readonly feedback: FeedbackStore; readonly confirm: OpenConfirm }) {
  const isCancellable = confirm.cancellable !== false && confirm.secret === undefined;
  const cancel = () => feedback.settle(confirm, false);
  const footer = (
    <>
      {isCancellable && (
        <Button data-safe onClick={cancel}>
          {messages.common.cancel}
        </Button>
      )}
      <Button type="primary" danger={confirm.danger ?? false} onClick={() => feedback.settle(confirm, true)}>
        {confirm.okText}
      </Button>
    </>
  );
  return (
    <ModalDialog
      title={confirm.title}
      width={416}
      zIndex={overWindows}
      footer={footer}
      // Enter after Escape on a form that was changed keeps what was typed.
      focus={confirm.danger ? "[data-safe]" : undefined}
      onClose={isCancellable ? cancel : undefined}
    >
      {confirm.content || confirm.secret !== undefined ? (
        <>
          {confirm.content && <p className="confirm-text">{confirm.content}</p>}
          {confirm.secret !== undefined && (
            <LazyBoundary fallback={null}>
              <SecretText text={confirm.secret} />
            </LazyBoundary>
          )}
        </>
      ) : null}
    </ModalDialog>
  );
}
