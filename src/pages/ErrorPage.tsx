import { Button } from "antd";
import { useRouteError } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { failureText } from "./failure-text.ts";
import "../../renderers/layouts/empty-state.css";

const { state } = messages;

/** Stands in for a page that could not be drawn or whose files could not be fetched. Part of the first script: plain. */
export function ErrorPage() {
  const error = useRouteError();
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
