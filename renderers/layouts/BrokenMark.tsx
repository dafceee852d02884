import type { BrokenPart } from "../../runtime/compile/plan.ts";
import "./broken-mark.css";

/** A part of the screen that could not be compiled: what is missing, and the nearest name that exists. */
export function BrokenMark({ part }: { readonly part: BrokenPart }) {
  return (
    <span className="sc-broken" role="note" title={`${part.diagnostic.file} ${part.diagnostic.path}`}>
      {part.diagnostic.message}
    </span>
  );
}
