import { useEffect, useState } from "react";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import { ImagePreview } from "../image/ImagePreview.tsx";
import { type PreviewKind, previewKind, readText, textLimit } from "./file-preview.ts";
import "./file-preview.css";

interface FilePreviewProps {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  onClose(): void;
}

/** A stored file in the page: pictures turn and zoom, a PDF has pages, a workbook tables, a text is text. */
export function FilePreview({ name, path, url, onClose }: FilePreviewProps) {
  const kind = previewKind(path);
  if (kind === "image") return <ImagePreview title={name} urls={[url]} at={0} onClose={onClose} />;
  return (
    <KeyScope>
      <ModalDialog
        width={960}
        title={name}
        closesOutside
        onClose={onClose}
        footer={
          <div className="sc-frame-foot sc-line sc-wrap">
            <span className="sc-grow" />
            <a className="sc-link" href={url} target="_blank" rel="noopener noreferrer">
              {uploadCellMessages.download}
            </a>
          </div>
        }
      >
        <FileContent kind={kind ?? "text"} url={url} name={name} />
      </ModalDialog>
    </KeyScope>
  );
}

const PdfPreview = lazyPart(() => import("./PdfPreview.tsx").then((module) => ({ default: module.PdfPreview })));
const SheetPreview = lazyPart(() => import("./SheetPreview.tsx").then((module) => ({ default: module.SheetPreview })));

interface FileContentProps {
  readonly kind: Exclude<PreviewKind, "image">;
  readonly url: string;
  readonly name: string;
}

function FileContent({ kind, url, name }: FileContentProps) {
  const [bytes, setBytes] = useState<ArrayBuffer>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    readFile(url, control.signal).then(
      (read) => (control.signal.aborted ? undefined : setBytes(read)),
      () => (control.signal.aborted ? undefined : setFailed(true)),
    );
    return () => control.abort();
  }, [url]);
  if (isFailed) {
    return (
      <p className="sc-file-preview" role="alert">
        {uploadCellMessages.noPreview}
      </p>
    );
  }
  if (bytes === undefined) return <p className="sc-file-preview">{messages.states.loading}</p>;
  if (kind === "text") return <TextContent text={readText(bytes)} />;
  return (
    <LazyBoundary fallback={<p className="sc-file-preview">{messages.states.loading}</p>}>
      {kind === "pdf" ? <PdfPreview bytes={bytes} name={name} /> : <SheetPreview bytes={bytes} />}
    </LazyBoundary>
  );
}

const TextContent = ({ text }: { readonly text: string }) => (
  <pre className="sc-file-preview sc-file-text">
    {text.slice(0, textLimit)}
    {text.length > textLimit ? `\n${uploadCellMessages.cut}` : ""}
  </pre>
);

async function readFile(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}
