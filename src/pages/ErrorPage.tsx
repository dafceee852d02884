import { Button } from "antd";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { ChunkLoadError } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { failureText } from "./failure-text.ts";
import "../../renderers/layouts/empty-state.css";

const { state } = messages;

/** Stands in for a page that could not be drawn or whose files could not be fetched. Part of the first script: plain. */
export function ErrorPage() {
  const error = useRouteError();
  const { update } = useConsole();
  useEffect(() => {
    if (error instanceof ChunkLoadError) void update.look(true);
  }, [error, update]);
  const { text, code } = failureText(error);
  return (
    <div className="sc-state sc-nothing" role="alert">
      <h2>{state.errorTitle}</h2>
      <p>{text}</p>
      {code === undefined ? null : <code className="sc-state-code sc-muted">{code}</code>}
      <div className="sc-state-steps">
        <Button type="primary" onClick={() => window.location.reload()}>
          {state.reload}
        </Button>
        <Button href={homePath}>{state.backHome}</Button>
      </div>
    </div>
  );
}
