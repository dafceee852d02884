import { memo, type RefObject } from "react";
import { Pager } from "../table/Pager.tsx";
import { useModelVersion } from "./GridToolbar.tsx";
import type { GridParts } from "./grid-parts.ts";

interface GridPagerProps {
  readonly parts: GridParts;
  readonly pageSizes: readonly number[];
  /** What scrolls: a new page begins at its top. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Pages below the rows, as below a list. */
export const GridPager = memo(function GridPager({ parts, pageSizes, scroller }: GridPagerProps) {
  const { model } = parts;
  useModelVersion(parts);
  const { pageNo, pageSize } = model.order;
  if (pageSize === undefined) return null;
  return (
    <Pager
      pageNo={pageNo}
      pageSize={pageSize}
      pageSizes={pageSizes}
      total={model.store.size}
      onChange={(page, size) => {
        model.turnPage(page, size);
        scroller.current?.scrollTo({ top: 0 });
      }}
    />
  );
});
