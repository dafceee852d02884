import { Button, Skeleton, Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useState } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { PopupPanel } from "../../renderers/layouts/PopupPanel.tsx";
import { siteSettings } from "../api/site-settings.ts";
import { messages } from "../messages/messages.ts";
import type { Announcement, Unread } from "../stores/announcement.ts";
import { useConsole } from "../stores/console.ts";
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

/** What hangs below the bell: two tabs of unread notices and the latest that were read, 300 px wide. */
export const NoticePanel = observer(function NoticePanel({ onClose, onOpen }: NoticePanelProps) {
  const console = useConsole();
  const { notices, feedback } = console;
  const [kind, setKind] = useState<Kind>(
    notices.unread.notice.total > 0 || notices.unread.system.total === 0 ? "notice" : "system",
  );
  useEffect(() => void notices.load(), [notices]);
  const { total } = notices;
  // What was just read goes on standing here, in grey.
  useEffect(() => {
    void total;
    void notices.loadRead();
  }, [notices, total]);

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
        <div className="sc-inset" aria-busy="true" aria-label={messages.shell.loading} role="status">
          <Skeleton active title={false} />
        </div>
      );
    }
    const read = notices.read.filter((notice) => notice.kind === each && !list.some(({ id }) => id === notice.id));
    if (list.length + read.length === 0) return <EmptyState kind="empty" title={texts.empty} text={texts.emptyHint} />;
    return [...list, ...read].map((notice, index) => (
      <button
        key={notice.id}
        type="button"
        className={index < list.length ? "notice-item sc-entry" : "notice-item sc-entry sc-muted"}
        aria-label={index < list.length ? undefined : texts.readTitle(notice.title)}
        onClick={() => choose(notice)}
      >
        <span className="sc-two-lines">{notice.title}</span>
        <span className="notice-meta sc-line sc-hint">
          <PriorityTag priority={notice.priority} />
          {[notice.sender, tellTime(notice.sentAt, Date.now(), siteSettings().timeZone)].filter(Boolean).join(" · ")}
        </span>
      </button>
    ));
  }

  return (
    <PopupPanel label={texts.notice} className="notice-panel" focus='[aria-selected="true"]'>
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
      <div className="notice-foot sc-line sc-over">
        <Button type="link" className="sc-grow" disabled={notices.total === 0} onClick={() => void readAll()}>
          {texts.readAll}
        </Button>
        <Button
          type="link"
          className="sc-grow"
          onClick={() => {
            onClose();
            console.go(myAnnouncementsPath);
          }}
        >
          {texts.more}
        </Button>
      </div>
    </PopupPanel>
  );
});
