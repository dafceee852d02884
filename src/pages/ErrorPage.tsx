import { Button } from "antd";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { ChunkLoadError } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { failureText } from "./failure-text.ts";

const { state } = messages;

/** Stands in for a page that could not be drawn or whose files could not be fetched. */
export function ErrorPage() {
  const error = useRouteError();
  const { update } = useConsole();
  useEffect(() => {
    if (error instanceof ChunkLoadError) void update.look(true);
  }, [error, update]);
  return (
    <StateFace kind="error" title={state.errorTitle} {...failureText(error)}>
      <Button type="primary" onClick={() => window.location.reload()}>
        {state.reload}
      </Button>
      <Button href={homePath}>{state.backHome}</Button>
    </StateFace>
  );
}
