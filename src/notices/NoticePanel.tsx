import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { useClosing } from "../ui/use-closing.ts";
import type { Announcement, Unread } from "./announcement.ts";
import { openComponent } from "./go-to-notice.ts";
import { tellTime } from "./notice-time.ts";
import { PriorityTag } from "./PriorityTag.tsx";
import "./notice-panel.css";

interface NoticePanelProps {
  readonly anchor: RefObject<HTMLElement | null>;
  onClose(): void;
  /** Shows the whole notice. */
  onOpen(id: string): void;
}

type Kind = keyof Unread;
const kinds: readonly Kind[] = ["notice", "system"];
const myAnnouncementsPath = "/isps/userAnnouncement";
const { notices: texts } = messages;

/** What hangs below the bell: two tabs of unread notices, 300 px wide. */
export const NoticePanel = observer(function NoticePanel({ anchor, onClose, onOpen }: NoticePanelProps) {
  const console = useConsole();
  const { notices, feedback } = console;
  const [kind, setKind] = useState<Kind>(
    notices.unread.notice.total > 0 || notices.unread.system.total === 0 ? "notice" : "system",
  );
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useClosing(panel, anchor, onClose);
  useEffect(() => {
    void notices.load();
    panel.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
  }, [notices]);

  function choose(notice: Announcement): void {
    if (notice.openType !== "component") {
      onOpen(notice.id);
      return;
    }
    onClose();
    void notices.markRead(notice.id);
    openComponent(console, notice);
  }

  async function readAll(): Promise<void> {
    try {
      await notices.readAll();
      feedback.notify("success", texts.allRead);
    } catch (error) {
      feedback.notify("error", error instanceof Error ? error.message : messages.failure.unknown, { reason: error });
    }
  }

  const { list } = notices.unread[kind];
  return (
    <div ref={panel} className="notice-panel" role="dialog" aria-label={texts.notice}>
      <div className="notice-tabs" role="tablist" aria-label={texts.notice} onKeyDown={turnTabs}>
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === kind}
            aria-controls={panelId}
            tabIndex={each === kind ? 0 : -1}
            onClick={() => setKind(each)}
          >
            {texts.tab(texts[each], notices.unread[each].total)}
          </button>
        ))}
      </div>
      <div id={panelId} className="notice-list" role="tabpanel" aria-label={texts[kind]}>
        {notices.state === "failed" ? (
          <StateFace kind="error" title={texts.failed} text={messages.state.serverErrorText}>
            <Button onClick={() => void notices.load()}>{texts.retry}</Button>
          </StateFace>
        ) : notices.state === "loading" ? (
          <div className="notice-face" aria-busy="true">
            {messages.shell.loading}
          </div>
        ) : list.length === 0 ? (
          <StateFace kind="empty" title={texts.empty} text={texts.emptyHint} />
        ) : (
          list.map((notice) => (
            <button key={notice.id} type="button" className="notice-item" onClick={() => choose(notice)}>
              <span className="notice-title">{notice.title}</span>
              <span className="notice-meta">
                <PriorityTag priority={notice.priority} />
                <span>{[notice.sender, tellTime(notice.sentAt, Date.now())].filter(Boolean).join(" · ")}</span>
              </span>
            </button>
          ))
        )}
      </div>
      <div className="notice-foot">
        <button type="button" disabled={notices.total === 0} onClick={() => void readAll()}>
          {texts.readAll}
        </button>
        <button
          type="button"
          onClick={() => {
            onClose();
            console.go(myAnnouncementsPath);
          }}
        >
          {texts.more}
        </button>
      </div>
    </div>
  );
});

function turnTabs(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const other = tabs.find((tab) => tab !== document.activeElement);
  other?.focus();
  other?.click();
}
