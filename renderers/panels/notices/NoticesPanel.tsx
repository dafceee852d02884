import { useState } from "react";
import { formatTime } from "../../../runtime/format/time.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { PanelLink } from "../PanelLink.tsx";
import { panelMessages } from "../panel-messages.ts";
import type { PanelProps } from "../panel-props.ts";
import "../../cells/cells.css";

const texts = panelMessages;
const allNotices = "system/user-announcement";
const priorities: Readonly<Record<string, { readonly text: string; readonly tone: string }>> = {
  H: { text: texts.urgent, tone: "error" },
  M: { text: texts.important, tone: "warning" },
};

/** The person's own notices, unread ones first; a press opens one as the bell does, which marks it as read. */
export function NoticesPanel({ rows, findPage, navigate, call }: PanelProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const page = findPage(allNotices);
  function open(id: string): void {
    setOpened((before) => new Set([...before, id]));
    call("notices.show", { id });
  }
  if (rows.length === 0) return <p className="sc-panel-note sc-muted">{texts.noNotices}</p>;
  return (
    <>
      <ul className="sc-notices sc-boxes">
        {rows.map((row) => (
          <li key={String(row.anntId)}>
            <Notice row={row} isUnread={row.readFlag !== "1" && !opened.has(String(row.anntId))} onOpen={open} />
          </li>
        ))}
      </ul>
      {page ? (
        <p className="sc-panel-more">
          <PanelLink to={page.path} navigate={navigate}>
            {texts.allNotices}
          </PanelLink>
        </p>
      ) : null}
    </>
  );
}

interface NoticeProps {
  readonly row: Row;
  readonly isUnread: boolean;
  onOpen(id: string): void;
}

function Notice({ row, isUnread, onOpen }: NoticeProps) {
  const priority = priorities[String(row.priority)];
  return (
    <button
      type="button"
      className={`sc-line sc-entry ${isUnread ? "" : "sc-quiet"}`}
      data-unread={isUnread}
      onClick={() => onOpen(String(row.anntId))}
    >
      {isUnread ? (
        <i className="sc-dot sc-dot-info" role="img" aria-label={texts.unread} title={texts.unread} />
      ) : (
        <i aria-hidden="true" style={{ width: 6 }} />
      )}
      {priority ? <span className={`sc-tag sc-tag-${priority.tone}`}>{priority.text}</span> : null}
      <span className="sc-cut" title={String(row.titile ?? "")}>
        {String(row.titile ?? "")}
      </span>
      <time className="sc-hint sc-num sc-end sc-still">
        {row.sendTime ? formatTime(row.sendTime, "MM-DD HH:mm") : ""}
      </time>
    </button>
  );
}
