import { Button, Modal } from "antd";
import { useRef, useState } from "react";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { saveFile } from "../layouts/save-file.ts";
import { messages } from "../messages.ts";

interface ImportDialogProps {
  readonly model: ResolvedModel;
  readonly services: ConsoleServices;
  readonly withTemplate: boolean;
  onClose(): void;
  /** Rows were added: the list shows them. */
  onDone(): void;
}

/** Picks one Excel file and sends it; what the server says about its rows is shown as it comes. */
export function ImportDialog({ model, services, withTemplate, onClose, onDone }: ImportDialogProps) {
  const [file, setFile] = useState<File | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const texts = messages.importFile;

  const choose = (chosen: File | undefined) => {
    setProblem(chosen && !/\.xlsx?$/i.test(chosen.name) ? texts.wrongType : undefined);
    setFile(chosen);
  };
  const start = async () => {
    if (!file || problem) return setProblem(problem ?? texts.none);
    setBusy(true);
    const data = new FormData();
    data.append("file", file);
    try {
      await services.request({ method: "POST", url: `${model.base}/importExcel`, data });
      onDone();
      onClose();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      setProblem(reason.message);
    } finally {
      setBusy(false);
    }
  };
  const template = async () => {
    try {
      saveFile(await services.download({ method: "GET", url: `${model.base}/importTemplate` }), `${model.title}.xlsx`);
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      setProblem(reason.message);
    }
  };
  return (
    <Modal
      open
      centered
      width={600}
      title={texts.title}
      okText={texts.start}
      cancelText={messages.form.cancel}
      confirmLoading={busy}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".xls,.xlsx"
        aria-label={texts.choose}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <div className="sc-import">
        <Button onClick={() => input.current?.click()}>{texts.choose}</Button>
        {withTemplate ? (
          <Button type="link" onClick={() => void template()}>
            {texts.template}
          </Button>
        ) : null}
        <p>{file ? file.name : texts.hint}</p>
        {problem ? <p role="alert">{problem}</p> : null}
      </div>
    </Modal>
  );
}
