import LeftOutlined from "@ant-design/icons/LeftOutlined";
import PrinterOutlined from "@ant-design/icons/PrinterOutlined";
import RightOutlined from "@ant-design/icons/RightOutlined";
import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { defaultCell } from "../../runtime/compile/defaults.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
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
          <StateMark plan={plan} row={row} cells={cells} />
          <span className="sc-grow" />
          {isPage ? null : (
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
          <ExportRecord {...{ plan, view, row, services, title, scope }} />
          <IconButton
            label={messages.detail.print}
            className="sc-wide-only"
            icon={<PrinterOutlined aria-hidden="true" />}
            onClick={() => window.print()}
          />
          {isPage ? buttons : null}
        </>
      }
      footer={
        !isPage && buttons.length > 0 ? (
          <div className="sc-frame-foot sc-line sc-wrap">
            <span className="sc-grow" />
            {buttons}
          </div>
        ) : null
      }
    >
      <DetailScopeProvider value={{ owner: plan.model, row, services, dictionaries, cells, scope }}>
        <KeyFigures plan={plan} title={title} row={row} cells={cells} />
        <DetailItems items={view.items} columns={view.columns} />
        <RecordHistory model={plan.model} row={row} services={services} />
      </DetailScopeProvider>
    </ViewFrame>
  );
});

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
