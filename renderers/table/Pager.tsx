import type { KeyboardEvent } from "react";
import { formatNumber } from "../../runtime/format/number.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { messages } from "../messages.ts";
import type { PagerProps } from "./PageTurner.tsx";
import "./pager.css";

/** Comes with the first list of more than a page. */
const PageTurner = lazyPart(() => import("./PageTurner.tsx").then((module) => ({ default: module.PageTurner })));

/** 第 1–10 条，共 n 条; where there are more rows than the smallest page has, the ways to the others. */
export function Pager(props: PagerProps) {
  const { pageNo, pageSize, pageSizes, total } = props;
  const from = total === 0 ? 0 : (pageNo - 1) * pageSize + 1;
  const range = messages.list.pageRange(from, Math.min(total, pageNo * pageSize), formatNumber(total, 0));
  const words = <span className="sc-pager-range sc-muted">{range}</span>;
  return (
    <nav className="sc-pager sc-bar sc-num sc-unprinted" aria-label={messages.list.pager} onKeyDown={keepFromForm}>
      {total > Math.min(pageSize, ...pageSizes) ? (
        <LazyBoundary fallback={words}>
          <PageTurner {...props} range={range} />
        </LazyBoundary>
      ) : (
        words
      )}
    </nav>
  );
}

/** In a form Enter would save it. */
function keepFromForm(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
