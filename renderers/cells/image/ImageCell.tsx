import { useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { thumbUrl } from "../../layouts/thumb-url.ts";
import type { CellProps } from "../cell-props.ts";

const ImagePreview = lazyPart(() => import("./ImagePreview.tsx").then((module) => ({ default: module.ImagePreview })));

/** Thumbnails side by side in a table: two at most, then how many more. */
const shownInTable = 2;

/** Small pictures; a press opens them large. */
export function ImageCell({ value, subject, context }: CellProps) {
  const [openAt, setOpenAt] = useState<number | undefined>(undefined);
  const paths = commaParts(value);
  const rest = paths.length - shownInTable;
  return (
    <span className="sc-thumbs sc-run">
      {paths.slice(0, shownInTable).map((path, index) => (
        <button
          key={path}
          type="button"
          className="sc-thumb sc-picture"
          aria-label={`${subject.title} ${index + 1}`}
          onClick={() => setOpenAt(index)}
        >
          <img src={thumbUrl(context.fileUrl(path))} alt="" loading="lazy" />
        </button>
      ))}
      {rest > 0 ? <span className="sc-hint">+{rest}</span> : null}
      {openAt === undefined ? null : (
        <LazyBoundary fallback={<ProgressBar />}>
          <ImagePreview
            title={subject.title}
            urls={paths.map(context.fileUrl)}
            at={openAt}
            onClose={() => setOpenAt(undefined)}
          />
        </LazyBoundary>
      )}
    </span>
  );
}
