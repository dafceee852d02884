import { isRouteErrorResponse } from "react-router-dom";
import { ChunkLoadError } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";

/** What a page that could not be shown says: why in words, and what helps those who are asked for help. */
export function failureText(error: unknown): { readonly text: string; readonly code: string | undefined } {
  const { state } = messages;
  if (error instanceof ChunkLoadError) {
    return { text: error.kind === "style" ? state.styleText : state.chunkText, code: error.name };
  }
  if (isRouteErrorResponse(error)) return { text: state.errorText, code: `${error.status} ${error.statusText}` };
  return { text: state.errorText, code: error instanceof Error ? error.message : undefined };
}
