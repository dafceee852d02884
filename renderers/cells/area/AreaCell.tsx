import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import type { CellProps } from "../cell-props.ts";

const AreaWords = lazyPart(() => import("./AreaWords.tsx").then((module) => ({ default: module.AreaWords })));

/** A division in words. The server sends them; a code chosen a moment ago is looked up here. */
export function AreaCell({ value, text }: CellProps) {
  if (text !== String(value)) return text;
  return (
    <LazyBoundary fallback={text}>
      <AreaWords code={text} />
    </LazyBoundary>
  );
}
