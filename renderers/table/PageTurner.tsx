import { Pagination, type PaginationProps } from "antd";
import { cloneElement, type HTMLAttributes, isValidElement, type ReactElement, type ReactNode } from "react";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import { messages } from "../messages.ts";

export interface PagerProps {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  readonly total: number;
  onChange(pageNo: number, pageSize: number): void;
}

interface PageTurnerProps extends PagerProps {
  readonly range: ReactNode;
}

const texts = messages.list;

/** The words of the pager with the page numbers, the page size and a jump. */
export function PageTurner({ pageNo, pageSize, pageSizes, total, range, onChange }: PageTurnerProps) {
  const isPhone = useMedia(mobileQuery);
  return (
    <Pagination
      current={pageNo}
      pageSize={pageSize}
      pageSizeOptions={[...pageSizes]}
      total={total}
      locale={locale}
      showTitle={false}
      showLessItems={isPhone}
      showQuickJumper={!isPhone}
      showSizeChanger={sizeChanger}
      showTotal={() => range}
      itemRender={(page, type, element) => named(element, type, page, page === pageNo)}
      onChange={(page, size) => onChange(size === pageSize ? page : 1, size)}
    />
  );
}

/** antd's words are those of its own catalogue, and end where the page stands without its provider. */
const locale = {
  items_per_page: texts.itemsPerPage,
  jump_to: texts.jumpTo,
  page: texts.page,
  page_size: texts.sizeOfPage,
};

const sizeChanger = { showSearch: false };

type PageItem = Parameters<NonNullable<PaginationProps["itemRender"]>>[1];

const names: Readonly<Record<PageItem, (page: number) => string>> = {
  page: texts.pageNo,
  prev: () => texts.previousPage,
  next: () => texts.nextPage,
  "jump-prev": texts.pageNo,
  "jump-next": texts.pageNo,
};

/** antd leaves its arrows without a name, and its numbers without a role. */
function named(element: ReactNode, type: PageItem, page: number, isCurrent: boolean) {
  if (!isValidElement(element)) return element;
  return cloneElement(element as ReactElement<HTMLAttributes<HTMLElement>>, {
    role: "button",
    "aria-label": names[type](page),
    "aria-current": type === "page" && isCurrent ? "page" : undefined,
  });
}
