import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import type { ListTabsProps } from "./ValueTabs.tsx";

/** Comes with the first list that has tabs. */
const ValueTabs = lazyPart(() => import("./ValueTabs.tsx").then((module) => ({ default: module.ValueTabs })));

/** The list cut by the values of one dictionary; their place is kept while they come. */
export function ListTabs(props: ListTabsProps) {
  return (
    <LazyBoundary fallback={<div className="sc-under" style={{ height: 43 }} />}>
      <ValueTabs {...props} />
    </LazyBoundary>
  );
}
