import { useEffect, useState } from "react";
import { SafeHtml } from "../../renderers/html/SafeHtml.tsx";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { saveFile } from "../api/save-file.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Dialog } from "../ui/Dialog.tsx";
import type { Announcement } from "./announcement.ts";
import { followLink } from "./go-to-notice.ts";
import { PriorityTag } from "./PriorityTag.tsx";
import "./notice-dialog.css";
import "./notice-panel.css";

const { notices: texts, common } = messages;

/** One notice whole; opening it marks it as read. */
export function NoticeDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const console = useConsole();
  const { notices } = console;
  const [notice, setNotice] = useState<Announcement>();
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = round >= 0;
    setProblem(undefined);
    notices.open(id).then(
      (opened) => isCurrent && setNotice(opened),
      (error: unknown) => isCurrent && setProblem(error instanceof Error ? error.message : messages.failure.unknown),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, notices, round]);

  return (
    <Dialog
      title={texts.detail}
      width={720}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="console-button" onClick={onClose}>
            {common.close}
          </button>
          {notice?.openType === "url" && (
            <button
              type="button"
              className="console-button"
              data-kind="primary"
              onClick={() => {
                onClose();
                followLink(console, notice);
              }}
            >
              {texts.handle}
            </button>
          )}
        </>
      }
    >
      {problem !== undefined ? (
        <StateFace kind="error" title={texts.failed} text={problem}>
          <button type="button" className="console-button" onClick={() => setRound(round + 1)}>
            {texts.retry}
          </button>
        </StateFace>
      ) : notice === undefined ? (
        <div className="notice-face" aria-busy="true">
          {messages.shell.loading}
        </div>
      ) : (
        <NoticeBody notice={notice} />
      )}
    </Dialog>
  );
}

function NoticeBody({ notice }: { readonly notice: Announcement }) {
  return (
    <article className="notice-body">
      <h3>{notice.title}</h3>
      <p className="notice-facts">
        <PriorityTag priority={notice.priority} />
        <span>{notice.sender}</span>
        <time>{notice.sentAt}</time>
      </p>
      <SafeHtml text={notice.html ?? ""} />
      {notice.files.length > 0 && <Attachments files={notice.files} />}
    </article>
  );
}

function Attachments({ files }: { readonly files: readonly string[] }) {
  const { client } = useConsole();
  async function download(path: string): Promise<void> {
    try {
      const { blob, fileName } = await client.download({ method: "GET", url: `/sys/common/static/${path}` });
      saveFile(blob, fileName);
    } catch {
      // The console has said why.
    }
  }
  return (
    <ul className="notice-files" aria-label={texts.attachments}>
      {files.map((path) => (
        <li key={path}>
          <span>{path.split("/").at(-1)}</span>
          <button type="button" className="link-button" onClick={() => void download(path)}>
            {texts.download}
          </button>
        </li>
      ))}
    </ul>
  );
}
