import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { StateView } from "./StateView.tsx";

const { state } = messages;

/** Stands in for a page that could not be drawn or whose files could not be fetched. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <StateView kind="error" title={state.errorTitle} text={textOf(error)} detail={detailOf(error)}>
      <button type="button" className="console-button" data-kind="primary" onClick={() => window.location.reload()}>
        {state.reload}
      </button>
      <a className="console-button" href={homePath}>
        {state.backHome}
      </a>
    </StateView>
  );
}

/** Browsers word a failed chunk differently; the three known wordings. */
function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

function textOf(error: unknown): string {
  return isChunkFailure(error) ? state.chunkText : state.errorText;
}

function detailOf(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error && !isChunkFailure(error) ? error.message : undefined;
}
