import { Button, Skeleton, Tag } from "antd";
import { useEffect, useState } from "react";
import { preloadSafeHtml, SafeHtml } from "../../renderers/html/SafeHtml.tsx";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { saveFile } from "../../renderers/layouts/save-file.ts";
import { textOfReason } from "../../runtime/react/services.ts";
import { messages } from "../messages/messages.ts";
import type { Announcement, Attachment } from "../stores/announcement.ts";
import { useConsole } from "../stores/console.ts";
import type { ShownNotice } from "../stores/notice-store.ts";
import { followLink } from "./go-to-notice.ts";
import { PriorityTag } from "./PriorityTag.tsx";
import "./notice-dialog.css";

const { notices: texts, common } = messages;

// On its way beside what the notice says.
preloadSafeHtml();

interface NoticeDialogProps {
  readonly shown: ShownNotice;
  readonly onClose: () => void;
  /** Asks the server once more. */
  readonly onRetry: () => void;
}

/** One notice whole. What the list has told of it stands there at once. */
export function NoticeDialog({ shown, onClose, onRetry }: NoticeDialogProps) {
  const console = useConsole();
  const [whole, setWhole] = useState<Announcement>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    setProblem(undefined);
    shown.whole.then(
      (opened) => isCurrent && setWhole(opened),
      (error: unknown) => isCurrent && setProblem(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [shown]);
  const notice = whole ?? shown.listed;

  return (
    <ModalDialog
      title={texts.detail}
      width={720}
      onClose={onClose}
      footer={
        <>
          {notice?.reads && (
            <span className="notice-counts sc-hint">{texts.counts(notice.reads.read, notice.reads.unread)}</span>
          )}
          <Button onClick={onClose}>{common.close}</Button>
          {notice?.openType === "url" && (
            <Button
              type="primary"
              onClick={() => {
                onClose();
                followLink(console, notice);
              }}
            >
              {texts.handle}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined ? (
        <EmptyState kind="error" title={texts.failed} text={textOfReason(problem)} reason={problem}>
          <Button onClick={onRetry}>{texts.retry}</Button>
        </EmptyState>
      ) : notice === undefined ? (
        <Waiting />
      ) : (
        <NoticeBody notice={notice} isWhole={whole !== undefined} />
      )}
    </ModalDialog>
  );
}

function NoticeBody({ notice, isWhole }: { readonly notice: Announcement; readonly isWhole: boolean }) {
  return (
    <article className="notice-body">
      <h3>{notice.title}</h3>
      <p className="notice-facts sc-under sc-line sc-wrap sc-muted sc-num">
        <PriorityTag priority={notice.priority} />
        <span>{notice.sender}</span>
        <time>{notice.sentAt.slice(0, "2024-11-21 14:32".length)}</time>
      </p>
      {isWhole ? <SafeHtml text={notice.html ?? ""} /> : <Waiting />}
      {notice.files.length > 0 && <Attachments files={notice.files} />}
    </article>
  );
}

/** Where the text will stand; a quick answer never lets it be seen. */
function Waiting() {
  return (
    <div className="late-spinner" role="status" aria-busy="true" aria-label={messages.shell.loading}>
      <Skeleton title={false} paragraph={{ rows: 4 }} />
    </div>
  );
}

function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  const { client } = useConsole();
  async function download({ path, name }: Attachment): Promise<void> {
    try {
      const { blob } = await client.download({ method: "GET", url: `/sys/common/static/${path}` });
      saveFile({ blob, fileName: name });
    } catch {
      // The console has said why.
    }
  }
  return (
    <ul className="notice-files sc-boxes" aria-label={texts.attachments}>
      {files.map((file) => (
        <li key={file.path} className="sc-box sc-line sc-airy">
          {kindOf(file.name) && (
            <Tag variant="filled" color="blue" aria-hidden="true">
              {kindOf(file.name)}
            </Tag>
          )}
          <span className="sc-grow sc-cut" title={file.name}>
            {file.name}
          </span>
          <Button type="link" size="small" onClick={() => void download(file)}>
            {texts.download}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What a file is, by the end of its name; short enough for its sign. */
function kindOf(name: string): string {
  const end = /\.(\w{1,4})$/.exec(name)?.[1] ?? "";
  return end.toUpperCase();
}
