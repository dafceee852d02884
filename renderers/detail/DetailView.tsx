import LeftOutlined from "@ant-design/icons/LeftOutlined";
import PrinterOutlined from "@ant-design/icons/PrinterOutlined";
import RightOutlined from "@ant-design/icons/RightOutlined";
import { Button, Flex } from "antd";
import { observer } from "mobx-react-lite";
import { defaultCell } from "../../runtime/compile/defaults.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import { words } from "../../runtime/format/words.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowButton } from "../../runtime/react/button-state.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { keepScope, partMarks } from "../../runtime/react/part-marks.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { IconButton } from "../layouts/IconButton.tsx";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { DetailItems } from "./DetailItems.tsx";
import { DetailSteps } from "./DetailSteps.tsx";
import { DetailScopeProvider } from "./detail-context.ts";
import { ExportRecord } from "./ExportRecord.tsx";
import { KeyFigures } from "./KeyFigures.tsx";
import { RecordHistory } from "./RecordHistory.tsx";
import "../layouts/group.css";
import "./detail.css";

interface DetailViewProps {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  /** Neighbours within the page; undefined at its ends. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Why one is closed a press says once more. */
  readonly buttons: readonly (Pick<RowButton, "key" | "label" | "danger" | "isClosed" | "reason"> &
    Pick<Partial<RowButton>, "place" | "permission"> & { press(): void })[];
  onClose(): void;
}

/** One record to read: title and state, key figures, groups of values, rows that belong to it. */
export const DetailView = observer(function DetailView(props: DetailViewProps) {
  const { plan, view, row, services, dictionaries, cells } = props;
  void dictionaries.version;
  const scope = buildScope(services, { row, mode: "detail", dicts: dictionaries.all() });
  const title = view.title?.render(scope) || messages.detail.title(plan.model.title);
  // On a page of its own there is no page to walk along and no foot in sight.
  const isPage = view.as === "inline" || view.as === "part";
  const { sheet } = view;
  const buttons = props.buttons.map((button) => (
    <Button
      key={button.key}
      danger={button.danger}
      {...partMarks(button)}
      ref={keepScope(() => scope)}
      aria-disabled={button.isClosed || undefined}
      title={button.reason || undefined}
      onClick={button.press}
    >
      {button.label}
    </Button>
  ));
  return (
    <ViewFrame
      as={view.as === "page" ? "drawer" : view.as}
      label={title}
      width={view.width}
      onClose={props.onClose}
      title={
        <>
          <span className="sc-cut">{title}</span>
          {sheet ? null : <StateMark plan={plan} row={row} cells={cells} />}
          <span className="sc-grow" />
          {isPage || sheet ? null : (
            <>
              <IconButton
                label={messages.detail.previous}
                icon={<LeftOutlined aria-hidden="true" />}
                disabled={!props.previous}
                onClick={() => props.previous?.()}
              />
              <IconButton
                label={messages.detail.next}
                icon={<RightOutlined aria-hidden="true" />}
                disabled={!props.next}
                onClick={() => props.next?.()}
              />
            </>
          )}
          {sheet ? null : (
            <>
              <ExportRecord {...{ plan, view, row, services, title, scope }} />
              <IconButton
                label={messages.detail.print}
                className="sc-wide-only"
                icon={<PrinterOutlined aria-hidden="true" />}
                onClick={print}
              />
            </>
          )}
          {isPage ? buttons : null}
        </>
      }
      footer={
        sheet ? (
          <Flex gap={8} justify="end">
            <ExportRecord {...{ plan, view, row, services, title, scope }} />
            <Button type="primary" icon={<PrinterOutlined aria-hidden="true" />} onClick={print}>
              {messages.detail.print}
            </Button>
          </Flex>
        ) : !isPage && buttons.length > 0 ? (
          <div className="sc-frame-foot sc-line sc-wrap">
            <span className="sc-grow" />
            {buttons}
          </div>
        ) : null
      }
    >
      <DetailScopeProvider value={{ owner: plan.model, row, services, dictionaries, cells, scope }}>
        {sheet ? null : <KeyFigures plan={plan} title={title} row={row} cells={cells} />}
        {view.steps ? <DetailSteps plan={plan} steps={view.steps} row={row} cells={cells} /> : null}
        <DetailItems items={view.items} columns={view.columns} />
        {sheet ? <Signatures names={sheet.signatures} /> : null}
        {sheet ? null : <RecordHistory model={plan.model} row={row} services={services} />}
      </DetailScopeProvider>
    </ViewFrame>
  );
});

const print = () => window.print();

/** Lines to sign on, side by side. */
function Signatures({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Flex gap={32} style={{ padding: "24px 0 40px" }}>
      {names.map((name) => (
        <span key={name} className="sc-under sc-grow">
          {name + words.colon}
        </span>
      ))}
    </Flex>
  );
}

interface StateMarkProps {
  readonly plan: ListPlan;
  readonly row: Row;
  readonly cells: CellContext;
}

/** The state beside the title, as a dot. */
function StateMark({ plan, row, cells }: StateMarkProps) {
  const field = plan.model.states ? plan.model.fields.get(plan.model.states.field) : undefined;
  if (!field || row[field.name] === undefined) return null;
  const cell = defaultCell(field);
  const shown = cell.type === "dict" ? ({ type: "dict-tag" } as const) : cell;
  return (
    <span className="sc-detail-state">
      <CellView
        subject={{ name: field.name, title: field.title, field, dict: field.dict }}
        plan={{ kind: "cell", type: shown.type, props: shown }}
        row={row}
        context={cells}
      />
    </span>
  );
}
