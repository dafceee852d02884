import FileExcelOutlined from "@ant-design/icons/FileExcelOutlined";
import { Button } from "antd";
import { type DragEvent, useRef, useState } from "react";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { DialogFoot } from "../layouts/DialogFoot.tsx";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { saveFile } from "../layouts/save-file.ts";
import { importMessages } from "./import-messages.ts";
import { useImport } from "./use-import.ts";
import "./import.css";

interface ImportDialogProps {
  readonly model: ResolvedModel;
  readonly services: ConsoleServices;
  readonly withTemplate: boolean;
  /** Conditions that every row of the list meets. */
  readonly fixed: Row;
  onClose(): void;
  /** Rows were added: the list shows them. */
  onDone(): void;
}

const texts = importMessages;

/** Picks one Excel file and sends it; a refused file stays chosen, with the reason and the list of wrong rows. */
export function ImportDialog({ model, services, withTemplate, fixed, onClose, onDone }: ImportDialogProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const run = useImport(model, services, fixed);
  const isBusy = run.share !== undefined;

  const start = async () => {
    if (!(await run.start())) return;
    onDone();
    onClose();
  };
  const fetchFile = async (url: string, name: string) => {
    try {
      saveFile(await services.download({ method: "GET", url }), name);
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason; // the console has shown it
    }
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) run.choose(event.dataTransfer.files[0]);
  };
  const { file, refused, problem } = run;
  return (
    <ModalDialog
      width={600}
      title={texts.title}
      closesOutside
      isHeld={isBusy}
      footer={<DialogFoot okText={texts.start} isBusy={isBusy} onOk={() => void start()} onCancel={onClose} />}
      onClose={onClose}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".xls,.xlsx"
        aria-label={texts.choose}
        onChange={(event) => {
          run.choose(event.target.files?.[0]);
          event.target.value = ""; // the same file, corrected, may be chosen again
        }}
      />
      <div className="sc-import">
        {withTemplate ? (
          <div className="sc-import-hint">
            {texts.templateHint}
            <Button
              type="link"
              onClick={() =>
                void fetchFile(`${model.base}/importTemplate`, `${importMessages.templateName(model.title)}.xlsx`)
              }
            >
              {texts.template}
            </Button>
          </div>
        ) : null}
        <button
          type="button"
          className={isOver ? "sc-import-zone sc-import-over" : "sc-import-zone"}
          disabled={isBusy}
          onClick={() => input.current?.click()}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={handleDrop}
        >
          <FileExcelOutlined aria-hidden="true" />
          <span className="sc-import-name">{file ? file.name : texts.drop}</span>
          <span className="sc-import-hint">{file ? texts.chooseOther : texts.hint}</span>
        </button>
        {run.share === undefined ? null : <Progress share={run.share} />}
        {problem ? (
          <p className="sc-import-problem" role="alert">
            {problem}
          </p>
        ) : null}
        {refused ? (
          <div className="sc-import-problem sc-import-warning" role="alert">
            <p>{refused.title}</p>
            <p>
              {refused.text}{" "}
              <button type="button" onClick={() => void fetchFile(refused.fileUrl, refused.fileName)}>
                {texts.detail}
              </button>
            </p>
          </div>
        ) : null}
      </div>
    </ModalDialog>
  );
}

/** First the file travels, then the server reads it; the second part has no measure. */
function Progress({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div role="status">
      <div className="sc-import-progress">
        <span style={{ width: `${percent}%` }} />
      </div>
      <span className="sc-import-hint">{percent < 100 ? texts.sending(percent) : texts.checking}</span>
    </div>
  );
}
