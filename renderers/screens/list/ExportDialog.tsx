import { Alert, Button, Checkbox, Flex, Radio, Result } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { ButtonPlan, ColumnPlan } from "../../../runtime/compile/plan.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { backgroundRows, type ExportFormat, exportFormats, formatRows } from "../../../runtime/react/export-formats.ts";
import { exportLater, exportList } from "../../../runtime/react/list-export.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { RequestError } from "../../../runtime/react/services.ts";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { saveFile } from "../../layouts/save-file.ts";
import { messages } from "../../messages.ts";
import { exportMessages as texts } from "./export-messages.ts";

interface ExportDialogProps {
  readonly store: ListStore;
  readonly button: ButtonPlan;
  readonly dictionaries: DictionaryCache;
  /** What this person may see, in the order of the screen. */
  readonly columns: readonly ColumnPlan[];
  /** Names of those that show now. */
  readonly shown: readonly string[];
  onClose(): void;
}

/** Columns that a PDF has room for. */
const pdfColumns = 30;
const columnGrid = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))",
  gap: 8,
  maxHeight: 240,
  overflow: "auto",
};
const stacked = { display: "grid", gap: 8 };
/** Where the exports of a person are listed. */
const centre = "/account/exports";

/** Which rows and columns go into a file, in what format, and whether it is made now or in the background. */
export const ExportDialog = observer(function ExportDialog(props: ExportDialogProps) {
  const { store, button, dictionaries, shown, onClose } = props;
  const offered = props.columns.filter(({ name }) => store.plan.model.fields.has(name));
  const all = offered.map(({ name }) => name);
  const hasChosen = store.selected.size > 0 && !store.isAllMatching;
  const formats = exportFormats(store, button);
  const [isWholeQuery, setWholeQuery] = useState(!hasChosen);
  const [columns, setColumns] = useState<readonly string[]>(all.filter((name) => shown.includes(name)));
  const [format, setFormat] = useState<ExportFormat>(formats[0] ?? "xlsx");
  const [busy, setBusy] = useState<"now" | "later" | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isOrdered, setOrdered] = useState(false);
  const count = isWholeQuery ? store.total : store.selected.size;
  const isMany = count > backgroundRows;
  const mostRows = formatRows[format] ?? Number.POSITIVE_INFINITY;
  const wrong = [
    columns.length === 0 && texts.noColumns,
    format === "pdf" && columns.length > pdfColumns && texts.tooManyColumns(pdfColumns),
    count > mostRows && texts.tooMany(formatNumber(mostRows, 0), format),
    count === 0 && texts.failed,
  ].find((each) => typeof each === "string") as string | undefined;

  const run = async (way: "now" | "later") => {
    setBusy(way);
    setProblem(undefined);
    const tools = {
      dictionaries,
      columns: all.filter((name) => columns.includes(name)),
      isOwnChoice: true,
      isWholeQuery,
    };
    try {
      if (way === "later") {
        await exportLater(store, button, format, tools);
        setOrdered(true);
        return;
      }
      const file = await exportList(store, button, format, tools);
      if (!file) return setProblem(texts.failed);
      saveFile(file, undefined);
      onClose();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      setProblem(reason.message);
    } finally {
      setBusy(undefined);
    }
  };

  if (isOrdered) {
    return (
      <ModalDialog width={520} title={texts.title} closesOutside onClose={onClose}>
        <Result
          status="success"
          title={texts.done}
          subTitle={texts.doneText}
          extra={[
            <Button key="close" onClick={onClose}>
              {texts.close}
            </Button>,
            <Button
              key="open"
              type="primary"
              onClick={() => {
                onClose();
                store.services.navigate(centre);
              }}
            >
              {texts.open}
            </Button>,
          ]}
        />
      </ModalDialog>
    );
  }
  const foot = (
    <div className="sc-frame-foot sc-line sc-wrap">
      <span className="sc-grow" />
      <Button disabled={busy !== undefined} onClick={onClose}>
        {messages.form.cancel}
      </Button>
      <Button
        type={isMany ? "default" : "primary"}
        loading={busy === "now"}
        disabled={wrong !== undefined || busy === "later"}
        title={wrong}
        onClick={() => void run("now")}
      >
        {texts.now}
      </Button>
      <Button
        type={isMany ? "primary" : "default"}
        loading={busy === "later"}
        disabled={wrong !== undefined || busy === "now"}
        title={wrong}
        onClick={() => void run("later")}
      >
        {texts.later}
      </Button>
    </div>
  );
  const number = (value: number) => formatNumber(value, 0);
  return (
    <ModalDialog
      width={600}
      title={texts.title}
      closesOutside
      isHeld={busy !== undefined}
      footer={foot}
      onClose={onClose}
    >
      <div className="sc-stack sc-airy">
        {isMany ? <Alert type="info" showIcon title={texts.many(number(count))} /> : null}
        <Flex vertical gap={8}>
          <span className="sc-hint">{texts.rows}</span>
          <Radio.Group
            aria-label={texts.rows}
            value={isWholeQuery}
            onChange={(event) => setWholeQuery(event.target.value as boolean)}
            options={[
              ...(hasChosen ? [{ value: false, label: texts.chosen(number(store.selected.size)) }] : []),
              { value: true, label: texts.matching(number(store.total)) },
            ]}
          />
        </Flex>
        <Flex vertical gap={8}>
          <span className="sc-hint">{texts.columns}</span>
          <Checkbox
            checked={columns.length === all.length}
            indeterminate={columns.length > 0 && columns.length < all.length}
            onChange={(event) => setColumns(event.target.checked ? all : [])}
          >
            {texts.allColumns}
          </Checkbox>
          <Checkbox.Group
            aria-label={texts.columns}
            style={columnGrid}
            value={[...columns]}
            options={offered.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(names) => setColumns(names as string[])}
          />
        </Flex>
        <Flex vertical gap={8}>
          <span className="sc-hint">{texts.format}</span>
          <Radio.Group
            style={stacked}
            aria-label={texts.format}
            value={format}
            onChange={(event) => setFormat(event.target.value as ExportFormat)}
            options={formats.map((each) => ({ value: each, label: messages.list.exportFormats[each] }))}
          />
        </Flex>
        {(problem ?? wrong) ? (
          <p className="sc-alert" role="alert">
            {problem ?? wrong}
          </p>
        ) : null}
      </div>
    </ModalDialog>
  );
});
