import { Button } from "antd";
import { useRef, useState } from "react";
import { words } from "../../runtime/format/words.ts";
import { requestIdOf } from "../../runtime/react/services.ts";

import "./request-number.css";

interface RequestNumberProps {
  /** Why something failed; nothing is shown for what was no answer of the server. */
  readonly reason: unknown;
}

/** The number under which the server's log knows a failed call, with a button that copies it. */
export function RequestNumber({ reason }: RequestNumberProps) {
  const number = useRef<HTMLElement>(null);
  const [state, setState] = useState<"copy" | "copied" | "selected">("copy");
  const requestId = requestIdOf(reason);
  if (requestId === undefined) return null;
  const copy = async () => setState((await copied(requestId, number.current)) ? "copied" : "selected");
  return (
    <span className="sc-request-number sc-hint">
      {words.request.number}
      <code ref={number}>{requestId}</code>
      <Button type="link" size="small" aria-label={words.request.copyNumber} onClick={() => void copy()}>
        {words.request[state]}
      </Button>
    </span>
  );
}

/** Without a secure address the browser has no clipboard for pages: the number is selected, for the keys that copy. */
async function copied(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) window.getSelection()?.selectAllChildren(shown);
    return false;
  }
}
