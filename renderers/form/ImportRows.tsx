import { Button } from "antd";
import { useState } from "react";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { type ConsoleServices, RequestError, textOfReason } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { EditableGrid } from "../grid/EditableGrid.tsx";
import { useModelVersion } from "../grid/GridToolbar.tsx";
import { gridMessages } from "../grid/grid-messages.ts";
import type { GridModel } from "../grid/grid-model.ts";
import { pasteTexts } from "../grid/paste-text.ts";
import { readSheetRows, type SheetCell, templateSheet } from "../grid/sheet-rows.ts";
import { DialogFoot } from "../layouts/DialogFoot.tsx";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { saveFile } from "../layouts/save-file.ts";
import { FileZone } from "./FileZone.tsx";
import { importMessages } from "./import-messages.ts";
import type { SubTable } from "./sub-table.ts";
import { isSheetName } from "./use-import.ts";

interface ImportRowsProps {
  readonly title: string;
  readonly subTable: SubTable;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  onClose(): void;
}

/** The rows of a file on their way into the table. */
interface Preview {
  readonly model: GridModel;
  readonly ignored: readonly string[];
}

const texts = importMessages;
const previewHeight = 320;
const previewRow = 40;

/** Reads a spreadsheet into a table of its own, where what is wrong is red and can be corrected, before any row is added. */
export function ImportRows({ title, subTable, services, dictionaries, cells, onClose }: ImportRowsProps) {
  const [file, setFile] = useState<File | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [preview, setPreview] = useState<Preview | undefined>(undefined);

  const read = async (chosen: File): Promise<Preview> => {
    const data = new FormData();
    data.append("file", chosen);
    const { result } = await services.send({ method: "POST", url: "/lowcode/sheet/read", data });
    const model = subTable.createPreview();
    const sheet = readSheetRows(model.allColumns, result as readonly (readonly SheetCell[])[]);
    if (!sheet) throw new Error(texts.noTitles(model.allColumns.map((column) => column.title)));
    if (sheet.texts.length === 0) throw new Error(texts.noRows);
    const [first] = sheet.columns;
    model.arrange(sheet.columns);
    const id = model.addRow();
    if (id !== undefined && first) model.activate({ id, key: first.name });
    await pasteTexts({ model, services, dictionaries }, sheet.texts);
    model.leave();
    await model.store.validate();
    return { model, ignored: sheet.ignored };
  };
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setPreview(undefined);
    const isSheet = isSheetName(chosen.name);
    setProblem(isSheet ? undefined : texts.wrongType);
    if (!isSheet) return;
    setBusy(true);
    try {
      setPreview(await read(chosen));
    } catch (reason) {
      setProblem(texts.failedBecause(chosen.name, textOfReason(reason)));
    } finally {
      setBusy(false);
    }
  };
  const saveTemplate = async () => {
    const data = templateSheet(subTable.createPreview().allColumns, texts.templateName(title), texts.templateRows);
    try {
      saveFile(await services.download({ method: "POST", url: "/lowcode/sheet/write", data }));
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason; // the console has shown it
    }
  };
  return (
    <ModalDialog
      width={960}
      title={gridMessages.importRows}
      isHeld={isBusy}
      footer={
        preview ? (
          <PreviewFoot
            model={preview.model}
            onOk={() => {
              const { dropped } = subTable.addImported(preview.model);
              if (dropped > 0) services.notify("warning", gridMessages.noRoom(dropped, subTable.model.limits.max));
              onClose();
            }}
            onCancel={onClose}
          />
        ) : (
          <DialogFoot
            okText={texts.start}
            isBusy={isBusy}
            problem={problem ?? texts.none}
            onOk={onClose}
            onCancel={onClose}
          />
        )
      }
      onClose={onClose}
    >
      <div className="sc-stack sc-airy">
        <div className="sc-hint">
          {texts.templateHint}
          <Button type="link" onClick={() => void saveTemplate()}>
            {texts.template}
          </Button>
        </div>
        <FileZone file={file} isBusy={isBusy} hint={texts.rowsHint} onFile={(chosen) => void choose(chosen)} />
        {problem ? (
          <p className="sc-alert" role="alert">
            {problem}
          </p>
        ) : null}
        {preview && preview.ignored.length > 0 ? (
          <p className="sc-alert sc-import-warning">{texts.ignored(preview.ignored)}</p>
        ) : null}
        {preview ? (
          <EditableGrid
            key={file?.name}
            model={preview.model}
            title={texts.preview}
            cells={cells}
            services={services}
            dictionaries={dictionaries}
            height={previewHeight}
            rowHeight={previewRow}
            rowNumber
            selection="multiple"
            dragSort={false}
          />
        ) : null}
      </div>
    </ModalDialog>
  );
}

interface PreviewFootProps {
  readonly model: GridModel;
  onOk(): void;
  onCancel(): void;
}

/** Rows go in together, and only when none of them is wrong. */
function PreviewFoot({ model, onOk, onCancel }: PreviewFootProps) {
  useModelVersion({ model });
  const problem = model.findings.count > 0 ? texts.correctFirst : model.store.size === 0 ? texts.noRows : undefined;
  return <DialogFoot okText={texts.addRows(model.store.size)} problem={problem} onOk={onOk} onCancel={onCancel} />;
}
