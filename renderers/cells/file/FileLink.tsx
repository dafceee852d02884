import { type MouseEvent, useState } from "react";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { previewKind } from "./file-preview.ts";

const FilePreview = lazyPart(() => import("./FilePreview.tsx").then((module) => ({ default: module.FilePreview })));

interface FileLinkProps {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  readonly className: string;
}

/** The name of a stored file. A press shows what can be shown in the page; any other file opens by its address. */
export function FileLink({ name, path, url, className }: FileLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const press = (event: MouseEvent) => {
    if (previewKind(path) === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <a className={className} href={url} target="_blank" rel="noopener noreferrer" title={name} onClick={press}>
        {name}
      </a>
      {isOpen ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <FilePreview name={name} path={path} url={url} onClose={() => setOpen(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
