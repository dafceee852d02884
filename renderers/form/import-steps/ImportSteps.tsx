import { Button, Result, Steps } from "antd";
import { useEffect } from "react";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { useModelVersion } from "../../grid/GridToolbar.tsx";
import type { GridModel } from "../../grid/grid-model.ts";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { useEvent } from "../../layouts/use-event.ts";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { FileZone } from "../FileZone.tsx";
import { CheckStep } from "./CheckStep.tsx";
import { ColumnStep, columnProblem } from "./ColumnStep.tsx";
import { importStepsMessages as texts } from "./import-steps-messages.ts";
import type { Verdict } from "./import-steps-types.ts";
import { type Step, useImportSteps } from "./use-import-steps.ts";

interface ImportStepsProps {
  readonly model: ResolvedModel;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  /** Conditions that every row of the list meets. */
  readonly fixed: Row;
  /** One that was chosen before. */
  readonly file: File | undefined;
  onClose(): void;
  /** Rows were stored: the list shows them. */
  onDone(): void;
}

const steps: readonly Step[] = ["file", "columns", "check", "done"];

/** Imports a file step by step: columns are matched, rows checked and corrected before any of them is stored. */
export function ImportSteps(props: ImportStepsProps) {
  const { model, services, dictionaries, cells, fixed, onClose, onDone } = props;
  const run = useImportSteps(model, services, fixed);
  const { step, read, grid, verdict, busy, problem } = run;
  const isBusy = busy !== undefined;
  const isMobile = useMedia(mobileQuery);
  const chooseFirst = useEvent(() => void run.choose(props.file));
  useEffect(chooseFirst, [chooseFirst]);
  const store = async (keep: "whole" | "sound") => {
    if (await run.store(keep)) onDone();
  };
  const undo = async () => {
    if (!(await run.undo())) return;
    services.notify("success", texts.undone);
    onDone();
    onClose();
  };
  const wrongColumns = read && columnProblem(read, run.mapping, run.key);
  const cancel = (
    <Button disabled={isBusy} onClick={onClose}>
      {messages.form.cancel}
    </Button>
  );
  const back = (
    <Button disabled={isBusy} onClick={run.back}>
      {texts.back}
    </Button>
  );
  const feet: Record<Step, React.ReactNode> = {
    file: cancel,
    columns: (
      <>
        {cancel}
        {back}
        <Button
          type="primary"
          loading={isBusy}
          disabled={wrongColumns !== undefined}
          title={wrongColumns}
          onClick={() => void run.check()}
        >
          {texts.check}
        </Button>
      </>
    ),
    check:
      grid && verdict ? (
        <>
          {cancel}
          {run.added + run.changed === 0 ? back : null}
          <CheckButtons
            grid={grid}
            verdict={verdict}
            isBusy={isBusy}
            onCheck={() => void run.check()}
            onStore={(keep) => void store(keep)}
          />
        </>
      ) : null,
    done: (
      <>
        {run.batches.length > 0 ? (
          <Button danger disabled={isBusy} onClick={() => void undo()}>
            {texts.undo}
          </Button>
        ) : null}
        <Button
          disabled={isBusy}
          onClick={() => {
            onClose();
            services.navigate("/account/imports");
          }}
        >
          {texts.history}
        </Button>
        <Button type="primary" disabled={isBusy} onClick={onClose}>
          {texts.close}
        </Button>
      </>
    ),
  };
  const footer = (
    <div className="sc-frame-foot sc-line sc-wrap">
      <span className="sc-grow" />
      {feet[step]}
    </div>
  );
  return (
    <ModalDialog width={1080} title={texts.title} isHeld={isBusy} footer={footer} onClose={onClose}>
      <div className="sc-stack sc-airy">
        {isMobile ? (
          <b>{`${steps.indexOf(step) + 1}/${steps.length} ${texts.steps[step]}`}</b>
        ) : (
          <Steps size="small" current={steps.indexOf(step)} items={steps.map((one) => ({ title: texts.steps[one] }))} />
        )}
        {step === "file" ? <FileZone file={run.file} isBusy={isBusy} onFile={(file) => void run.choose(file)} /> : null}
        {step === "columns" && read ? (
          <ColumnStep file={read} mapping={run.mapping} keyField={run.key} onMap={run.map} onKey={run.useKey} />
        ) : null}
        {step === "check" && grid && verdict ? (
          <CheckStep
            grid={grid}
            verdict={verdict}
            stored={run.added + run.changed}
            cells={cells}
            services={services}
            dictionaries={dictionaries}
          />
        ) : null}
        {step === "done" ? (
          <Result
            status="success"
            title={texts.done(run.added + run.changed)}
            subTitle={texts.doneText(run.added, run.changed)}
          />
        ) : null}
        {busy ? (
          <p className="sc-hint" role="status">
            {busy}
          </p>
        ) : null}
        {(problem ?? (step === "columns" ? wrongColumns : undefined)) ? (
          <p className="sc-alert" role="alert">
            {problem ?? wrongColumns}
          </p>
        ) : null}
      </div>
    </ModalDialog>
  );
}

interface CheckButtonsProps {
  readonly grid: GridModel;
  readonly verdict: Verdict;
  readonly isBusy: boolean;
  onCheck(): void;
  onStore(keep: "whole" | "sound"): void;
}

/** All rows go in together, or those without a mistake. */
function CheckButtons({ grid, verdict, isBusy, onCheck, onStore }: CheckButtonsProps) {
  useModelVersion({ model: grid });
  const size = grid.store.size;
  const wrong = new Set(verdict.problems.map(({ no }) => String(no)).filter((id) => grid.store.row(id))).size;
  const isWrong = grid.findings.count > 0;
  const sound = size - wrong;
  return (
    <>
      <Button disabled={isBusy || size === 0} onClick={onCheck}>
        {texts.checkAgain}
      </Button>
      {isWrong && sound > 0 ? (
        <Button disabled={isBusy} onClick={() => onStore("sound")}>
          {texts.importSound(sound)}
        </Button>
      ) : null}
      <Button
        type="primary"
        loading={isBusy}
        disabled={isWrong || size === 0}
        title={isWrong ? texts.correctFirst : undefined}
        onClick={() => onStore("whole")}
      >
        {texts.importAll(size)}
      </Button>
    </>
  );
}
