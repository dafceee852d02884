import DownOutlined from "@ant-design/icons/DownOutlined";
import LeftOutlined from "@ant-design/icons/LeftOutlined";
import RightOutlined from "@ant-design/icons/RightOutlined";
import { useState } from "react";
import { formatNumber } from "../../runtime/format/number.ts";
import { PopupMenu } from "../layouts/PopupMenu.tsx";
import { messages } from "../messages.ts";

interface PagerProps {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  readonly total: number;
  onChange(pageNo: number, pageSize: number): void;
}

/** 第 1–10 条，共 n 条, the page numbers, the page size and a jump. Plain buttons: a list mounts nothing heavier. */
export function Pager({ pageNo, pageSize, pageSizes, total, onChange }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (pageNo - 1) * pageSize + 1;
  const to = Math.min(total, pageNo * pageSize);
  const go = (page: number) => onChange(Math.min(pages, Math.max(1, page)), pageSize);
  return (
    <nav className="sc-pager" aria-label={messages.list.pager}>
      <span className="sc-num sc-pager-range">{messages.list.pageRange(from, to, formatNumber(total, 0))}</span>
      <button
        type="button"
        className="sc-page"
        aria-label={messages.list.previousPage}
        disabled={pageNo <= 1}
        onClick={() => go(pageNo - 1)}
      >
        <LeftOutlined aria-hidden="true" />
      </button>
      {pageNumbers(pageNo, pages).map((page, index) =>
        page === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: two gaps at most, each at its place
          <span key={`gap-${index}`} className="sc-page-gap" aria-hidden="true">
            ···
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className={page === pageNo ? "sc-page sc-page-on sc-num" : "sc-page sc-num"}
            aria-label={messages.list.pageNo(page)}
            aria-current={page === pageNo ? "page" : undefined}
            onClick={() => go(page)}
          >
            {page}
          </button>
        ),
      )}
      <button
        type="button"
        className="sc-page"
        aria-label={messages.list.nextPage}
        disabled={pageNo >= pages}
        onClick={() => go(pageNo + 1)}
      >
        <RightOutlined aria-hidden="true" />
      </button>
      <PageSize pageSize={pageSize} pageSizes={pageSizes} onChange={(size) => onChange(1, size)} />
      <PageJump onJump={go} />
    </nav>
  );
}

/** First, last, and two on each side of the present page; `undefined` is a gap. */
export function pageNumbers(pageNo: number, pages: number): readonly (number | undefined)[] {
  const around = [pageNo - 2, pageNo - 1, pageNo, pageNo + 1, pageNo + 2];
  const head = pageNo <= 3 ? [1, 2, 3, 4, 5] : [];
  const tail = pageNo >= pages - 2 ? [pages - 4, pages - 3, pages - 2, pages - 1] : [];
  const shown = [...new Set([1, ...head, ...around, ...tail, pages])]
    .filter((page) => page >= 1 && page <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? [undefined, page] : [page];
  });
}

interface PageSizeProps {
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  onChange(size: number): void;
}

function PageSize({ pageSize, pageSizes, onChange }: PageSizeProps) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  return (
    <>
      <button
        type="button"
        className="sc-page-size sc-num"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        {messages.list.pageSize(pageSize)}
        <DownOutlined aria-hidden="true" />
      </button>
      {anchor ? (
        <PopupMenu
          anchor={anchor}
          label={messages.list.pageSize(pageSize)}
          entries={pageSizes.map((size) => ({
            key: String(size),
            label: messages.list.pageSize(size),
            checked: size === pageSize,
          }))}
          onChoose={(key) => onChange(Number(key))}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </>
  );
}

function PageJump({ onJump }: { onJump(page: number): void }) {
  const [text, setText] = useState("");
  const jump = () => {
    const page = Number(text);
    if (text.trim() !== "" && Number.isInteger(page)) onJump(page);
    setText("");
  };
  return (
    <label className="sc-page-jump">
      {messages.list.jumpTo}
      <input
        className="sc-num"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ""))}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Below a table in a form Enter would save the form.
          event.preventDefault();
          jump();
        }}
        onBlur={jump}
      />
      {messages.list.page}
    </label>
  );
}
