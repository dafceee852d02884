import { Button, Skeleton, Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { FocusInside } from "../../renderers/layouts/FocusInside.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { Announcement, Unread } from "./announcement.ts";
import { openComponent } from "./go-to-notice.ts";
import { tellTime } from "./notice-time.ts";
import { PriorityTag } from "./PriorityTag.tsx";
import "./notice-panel.css";

interface NoticePanelProps {
  onClose(): void;
  /** Shows the whole notice. */
  onOpen(id: string): void;
}

type Kind = keyof Unread;
const kinds: readonly Kind[] = ["notice", "system"];
const myAnnouncementsPath = "/isps/userAnnouncement";
const { notices: texts } = messages;

/** What hangs below the bell: two tabs of unread notices, 300 px wide. */
export const NoticePanel = observer(function NoticePanel({ onClose, onOpen }: NoticePanelProps) {
  const console = useConsole();
  const { notices, feedback } = console;
  const [kind, setKind] = useState<Kind>(
    notices.unread.notice.total > 0 || notices.unread.system.total === 0 ? "notice" : "system",
  );
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => void notices.load(), [notices]);

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

  function listOf(each: Kind): ReactNode {
    const { list } = notices.unread[each];
    if (notices.state === "failed") {
      return (
        <EmptyState kind="error" title={texts.failed} text={messages.state.serverErrorText} reason={notices.failure}>
          <Button onClick={() => void notices.load()}>{texts.retry}</Button>
        </EmptyState>
      );
    }
    if (notices.state === "loading") {
      return (
        <div className="notice-face" aria-busy="true" aria-label={messages.shell.loading} role="status">
          <Skeleton active title={false} />
        </div>
      );
    }
    if (list.length === 0) return <EmptyState kind="empty" title={texts.empty} text={texts.emptyHint} />;
    return list.map((notice) => (
      <button key={notice.id} type="button" className="notice-item" onClick={() => choose(notice)}>
        <span className="notice-title">{notice.title}</span>
        <span className="notice-meta">
          <PriorityTag priority={notice.priority} />
          {[notice.sender, tellTime(notice.sentAt, Date.now())].filter(Boolean).join(" · ")}
        </span>
      </button>
    ));
  }

  return (
    <div ref={panel} className="notice-panel" role="dialog" aria-label={texts.notice} tabIndex={-1} onKeyDown={keepTab}>
      <FocusInside within={panel} focus='[aria-selected="true"]' onOpened={undefined} />
      <Tabs
        centered
        activeKey={kind}
        onChange={(key) => setKind(key === "system" ? "system" : "notice")}
        items={kinds.map((key) => ({
          key,
          label: texts.tab(texts[key], notices.unread[key].total),
          children: listOf(key),
        }))}
      />
      <div className="notice-foot">
        <Button type="link" disabled={notices.total === 0} onClick={() => void readAll()}>
          {texts.readAll}
        </Button>
        <Button
          type="link"
          onClick={() => {
            onClose();
            console.go(myAnnouncementsPath);
          }}
        >
          {texts.more}
        </Button>
      </div>
    </div>
  );
});

/** A dropdown of antd takes Tab for the end of a menu; here it leads through the panel. */
function keepTab(event: KeyboardEvent): void {
  if (event.key === "Tab") event.stopPropagation();
}
