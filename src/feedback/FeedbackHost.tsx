import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { RequestNumber } from "../../renderers/layouts/RequestNumber.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/Icon.tsx";
import { noticeIcons } from "../ui/notice-icons.ts";
import "./feedback.css";
import { type FeedbackStore, type Notice, noticeMs, type OpenConfirm } from "./feedback.ts";

/** Draws notices and questions above every page. */
export const FeedbackHost = observer(function FeedbackHost() {
  const { feedback } = useConsole();
  const confirm = feedback.confirms[0];
  return (
    <>
      <NoticeList feedback={feedback} />
      {confirm && <ConfirmDialog key={confirm.id} feedback={feedback} confirm={confirm} />}
    </>
  );
});

/** A popover, because only the browser's top layer stands above an open `<dialog>`; shown anew to be the last in it. */
const NoticeList = observer(function NoticeList({ feedback }: { readonly feedback: FeedbackStore }) {
  const list = useRef<HTMLDivElement>(null);
  const count = feedback.notices.length;

  useEffect(() => {
    const element = list.current;
    if (!element || typeof element.showPopover !== "function") return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (count > 0) element.showPopover();
  }, [count]);

  return (
    <div ref={list} popover="manual" className="notices" role="status" aria-live="polite">
      {feedback.notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} onGone={() => feedback.dismiss(notice.id)} />
      ))}
    </div>
  );
});

function NoticeLine({ notice, onGone }: { readonly notice: Notice; readonly onGone: () => void }) {
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    const timer = setTimeout(() => gone.current(), noticeMs[notice.level]);
    return () => clearTimeout(timer);
  }, [notice.level]);
  return (
    <div className="notice" data-level={notice.level}>
      <Icon shape={noticeIcons[notice.level]} size={16} />
      <div>
        {notice.title && notice.title !== notice.text && <strong>{notice.title}</strong>}
        <span>{notice.text}</span>
        <RequestNumber reason={notice.reason} />
      </div>
      <button type="button" className="icon-button" aria-label={messages.common.close} onClick={onGone}>
        <Icon shape={noticeIcons.close} size={12} />
      </button>
    </div>
  );
}

function ConfirmDialog({ feedback, confirm }: { readonly feedback: FeedbackStore; readonly confirm: OpenConfirm }) {
  const isCancellable = confirm.cancellable !== false;
  const cancel = () => feedback.settle(confirm, false);
  const footer = (
    <>
      {isCancellable && <Button onClick={cancel}>{messages.common.cancel}</Button>}
      <Button type="primary" danger={confirm.danger ?? false} onClick={() => feedback.settle(confirm, true)}>
        {confirm.okText}
      </Button>
    </>
  );
  return (
    <Dialog title={confirm.title} width={416} footer={footer} {...(isCancellable ? { onClose: cancel } : {})}>
      <p className="confirm-text">{confirm.content}</p>
    </Dialog>
  );
}
