import { useEffect, useState } from "react";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import { ImagePreview } from "../image/ImagePreview.tsx";
import { previewKind, readText, textLimit } from "./file-preview.ts";
import "./file-preview.css";

interface FilePreviewProps {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  onClose(): void;
}

/** A stored file in the page: pictures turn and zoom, a PDF stands in the browser's own reader, a text is text. */
export function FilePreview({ name, path, url, onClose }: FilePreviewProps) {
  const kind = previewKind(path);
  if (kind === "image") return <ImagePreview urls={[url]} at={0} onClose={onClose} />;
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
        <FileContent kind={kind === "pdf" ? "pdf" : "text"} url={url} name={name} />
      </ModalDialog>
    </KeyScope>
  );
}

interface Content {
  readonly text?: string;
  /** Address of the bytes in this page. */
  readonly address?: string;
  readonly isFailed?: boolean;
}

function FileContent({
  kind,
  url,
  name,
}: {
  readonly kind: "pdf" | "text";
  readonly url: string;
  readonly name: string;
}) {
  const [content, setContent] = useState<Content>({});
  useEffect(() => {
    const control = new AbortController();
    let address = "";
    readFile(url, control.signal).then(
      (bytes) => {
        if (control.signal.aborted) return;
        if (kind === "text") return setContent({ text: readText(bytes) });
        // The type is ours: whatever the bytes are, they are never read as a page.
        address = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
        setContent({ address });
      },
      () => (control.signal.aborted ? undefined : setContent({ isFailed: true })),
    );
    return () => {
      control.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [kind, url]);
  const { text, address, isFailed } = content;
  if (isFailed) {
    return (
      <p className="sc-file-preview" role="alert">
        {uploadCellMessages.noPreview}
      </p>
    );
  }
  if (address) return <iframe className="sc-file-preview" title={name} src={address} />;
  if (text === undefined) return <p className="sc-file-preview">{messages.states.loading}</p>;
  return (
    <pre className="sc-file-preview sc-file-text">
      {text.slice(0, textLimit)}
      {text.length > textLimit ? `\n${uploadCellMessages.cut}` : ""}
    </pre>
  );
}

async function readFile(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}
