import { Button, Progress } from "antd";
import { useState } from "react";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { DialogFoot } from "../layouts/DialogFoot.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { saveFile } from "../layouts/save-file.ts";
import { FileZone } from "./FileZone.tsx";
import { importMessages } from "./import-messages.ts";
import { importStepsMessages } from "./import-steps/import-steps-messages.ts";
import { useImport } from "./use-import.ts";
import "./import.css";

/** Comes with an editable table. */
const ImportSteps = lazyPart(() =>
  import("./import-steps/ImportSteps.tsx").then((module) => ({ default: module.ImportSteps })),
);

interface ImportDialogProps {
  readonly model: ResolvedModel;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  readonly withTemplate: boolean;
  /** Conditions that every row of the list meets. */
  readonly fixed: Row;
  onClose(): void;
  /** Rows were added: the list shows them. */
  onDone(): void;
}

const texts = importMessages;

/** Picks one Excel file and sends it; a refused file stays chosen, with the reason and the list of wrong rows. */
export function ImportDialog(props: ImportDialogProps) {
  const { model, services, dictionaries, cells, withTemplate, fixed, onClose, onDone } = props;
  const [isInSteps, setInSteps] = useState(false);
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
  const { file, refused, problem } = run;
  if (isInSteps) {
    return (
      <LazyBoundary fallback={<ProgressBar />}>
        <ImportSteps
          model={model}
          services={services}
          dictionaries={dictionaries}
          cells={cells}
          fixed={fixed}
          file={file}
          onClose={onClose}
          onDone={onDone}
        />
      </LazyBoundary>
    );
  }
  return (
    <ModalDialog
      width={600}
      title={texts.title}
      closesOutside
      isHeld={isBusy}
      footer={
        <DialogFoot
          okText={texts.start}
          isBusy={isBusy}
          extra={
            <Button type="link" disabled={isBusy} title={importStepsMessages.openHint} onClick={() => setInSteps(true)}>
              {importStepsMessages.open}
            </Button>
          }
          onOk={() => void start()}
          onCancel={onClose}
        />
      }
      onClose={onClose}
    >
      <div className="sc-stack sc-airy">
        {withTemplate ? (
          <div className="sc-hint">
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
        <FileZone file={file} isBusy={isBusy} onFile={run.choose} />
        {run.share === undefined ? null : <Course share={run.share} />}
        {problem ? (
          <p className="sc-alert" role="alert">
            {problem}
          </p>
        ) : null}
        {refused ? (
          <div className="sc-alert sc-import-warning" role="alert">
            <p>{refused.title}</p>
            <p>
              {refused.text}{" "}
              <button
                type="button"
                className="sc-link"
                onClick={() => void fetchFile(refused.fileUrl, refused.fileName)}
              >
                {texts.detail}
              </button>{" "}
              <button type="button" className="sc-link" onClick={() => setInSteps(true)}>
                {importStepsMessages.correct}
              </button>
            </p>
          </div>
        ) : null}
      </div>
    </ModalDialog>
  );
}

/** First the file travels, then the server reads it; the second part has no measure. */
function Course({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div role="status">
      <Progress percent={percent} size="small" showInfo={false} />
      <span className="sc-hint">{percent < 100 ? texts.sending(percent) : texts.checking}</span>
    </div>
  );
}
