import { Button, Input } from "antd";
import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { historyMessages } from "./history-messages.ts";

interface Comment {
  readonly id: string;
  readonly content: string;
  readonly time: string;
  readonly realname: string;
  readonly mayDelete: boolean;
}

interface CommentsProps {
  readonly modelId: string;
  readonly id: string;
  readonly services: ConsoleServices;
}

const history = historyMessages;
const url = "/lowcode/records/comments";
const maxLength = 2_000;

/** What people wrote beside a record, newest first, and room for one more. What was typed stays when saving fails. */
export function Comments({ modelId, id, services }: CommentsProps) {
  const [comments, setComments] = useState<readonly Comment[] | undefined>(undefined);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const request = new AbortController();
    const options = { method: "GET", url, params: { model: modelId, id } } as const;
    services.request<readonly Comment[]>({ ...options, signal: request.signal }).then(setComments, (reason) => {
      if (!request.signal.aborted) setProblem(textOf(reason));
    });
    return () => request.abort();
  }, [services, modelId, id]);

  const handleSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (text.trim() === "") return setProblem(history.commentEmpty);
    setBusy(true);
    setProblem("");
    try {
      const data = { model: modelId, id, content: text };
      const { result } = await services.send({ method: "POST", url, data });
      setComments(result as readonly Comment[]);
      setText("");
    } catch (reason) {
      setProblem(textOf(reason));
    } finally {
      setBusy(false);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void handleSubmit();
  };
  const handleDelete = async (comment: Comment) => {
    const title = history.deleteTitle;
    if (!(await services.confirm({ title, content: history.deleteText, danger: true, okText: history.delete }))) return;
    try {
      const params = { model: modelId, id, commentId: comment.id };
      const { result } = await services.send({ method: "DELETE", url, params });
      setComments(result as readonly Comment[]);
    } catch (reason) {
      setProblem(textOf(reason));
    }
  };
  return (
    <section className="sc-group sc-history sc-comments">
      <h3>{history.comments(comments?.length ?? 0)}</h3>
      <form className="sc-unprinted" onSubmit={(event) => void handleSubmit(event)}>
        <Input.TextArea
          autoSize={{ minRows: 2 }}
          status={problem === "" ? "" : "error"}
          maxLength={maxLength}
          value={text}
          placeholder={history.commentHint}
          aria-label={history.commentHint}
          aria-invalid={problem !== ""}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
        />
        <div className="sc-comments-foot sc-line sc-airy">
          <span className="sc-grow sc-hint sc-bad" role="alert">
            {problem}
          </span>
          <Button htmlType="submit" loading={busy}>
            {history.commentSubmit}
          </Button>
        </div>
      </form>
      {comments?.length === 0 ? <p className="sc-sub-note">{history.noComments}</p> : null}
      <ul>
        {comments?.map((comment) => (
          <li key={comment.id}>
            <p>
              <b>{comment.realname}</b>
              <time className="sc-hint sc-num">{comment.time.slice(0, 16)}</time>
              <span className="sc-grow" />
              {comment.mayDelete ? (
                <Button type="link" size="small" onClick={() => void handleDelete(comment)}>
                  {history.delete}
                </Button>
              ) : null}
            </p>
            <div>{comment.content}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function textOf(reason: unknown): string {
  return reason instanceof RequestError ? reason.message : String(reason);
}
