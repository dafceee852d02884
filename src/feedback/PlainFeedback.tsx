import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { type Notice, noticeMs } from "../stores/feedback.ts";
import "./plain-feedback.css";

const { common, session } = messages;

/** What `FeedbackHost` would draw, in the plainest form: its files did not arrive, and a notice must reach the person. */
export const PlainFeedback = observer(function PlainFeedback() {
  const { feedback, renewal, account } = useConsole();

  function beginAnew(): void {
    account.forget();
    renewal.settle(false);
  }

  return (
    <div className="plain-feedback">
      {feedback.notices.map((notice) => (
        <PlainNotice key={notice.id} notice={notice} onEnd={() => feedback.dismiss(notice.id)} />
      ))}
      {feedback.confirms.slice(0, 1).map((confirm) => (
        <div key={confirm.id} role="alert">
          <b>{confirm.title}</b> {confirm.content}
          {confirm.cancellable !== false && (
            <Button onClick={() => feedback.settle(confirm, false)}>{common.cancel}</Button>
          )}
          <Button type="primary" onClick={() => feedback.settle(confirm, true)}>
            {confirm.okText}
          </Button>
        </div>
      ))}
      {renewal.isOpen && (
        <div role="alert">
          {session.expiredText}
          <Button type="primary" onClick={beginAnew}>
            {session.signInAgain}
          </Button>
        </div>
      )}
    </div>
  );
});

function PlainNotice({ notice, onEnd }: { readonly notice: Notice; readonly onEnd: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: its time runs from when it is seen
  useEffect(() => {
    const timer = setTimeout(onEnd, noticeMs[notice.level]);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div role="status">
      {notice.title} {notice.text}
      <Button onClick={onEnd}>{common.close}</Button>
    </div>
  );
}
