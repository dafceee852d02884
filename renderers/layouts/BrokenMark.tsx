import type { BrokenPart } from "../../runtime/compile/plan.ts";
import { messages } from "../messages.ts";
import "./broken-mark.css";

/** A part of the screen whose renderer does not exist: its name, and the nearest one that does. */
export function BrokenMark({ part }: { readonly part: BrokenPart }) {
  const { suggestion } = part.diagnostic;
  return (
    <span className="sc-broken" role="note" title={part.diagnostic.message}>
      {messages.states.unknownRenderer(part.name)}
      {suggestion ? `，${messages.states.suggestion(suggestion)}` : ""}
    </span>
  );
}
