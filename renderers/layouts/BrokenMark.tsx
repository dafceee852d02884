import type { BrokenPart } from "../../runtime/compile/plan.ts";
import { messages } from "../messages.ts";
import "./broken-mark.css";

/** A part of the screen that could not be compiled: what is missing, and the nearest name that exists. */
export function BrokenMark({ part }: { readonly part: BrokenPart }) {
  const { file, line, column, path, message } = part.diagnostic;
  return (
    <span
      className="sc-broken sc-tag sc-cut"
      role="note"
      title={`${messages.states.place(file, line, column)} ${path}`}
    >
      {message}
    </span>
  );
}
