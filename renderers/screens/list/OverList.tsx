import { observer } from "mobx-react-lite";
import type { ButtonPlan, ColumnPlan } from "../../../runtime/compile/plan.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { ListShared } from "./list-shared.ts";

/** Forms and details come with the first one that is opened. */
const ViewHost = lazyPart(() => import("../ViewHost.tsx").then((module) => ({ default: module.ViewHost })));
const ImportDialog = lazyPart(() =>
  import("../../form/ImportDialog.tsx").then((module) => ({ default: module.ImportDialog })),
);

const ExportDialog = lazyPart(() => import("./ExportDialog.tsx").then((module) => ({ default: module.ExportDialog })));

const RecycleBin = lazyPart(() => import("./RecycleBin.tsx").then((module) => ({ default: module.RecycleBin })));

interface OverListProps {
  readonly shared: ListShared;
  /** Conditions that nobody on the page changes; imported rows keep to them. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** The import button that was pressed. */
  readonly importing: ButtonPlan | undefined;
  /** The export button that was pressed, where there is something to choose. */
  readonly exporting: ButtonPlan | undefined;
  /** The columns that this person may see, as arranged; the names of those in sight. */
  readonly columns: readonly ColumnPlan[];
  readonly shownColumns: () => readonly string[];
  readonly showsBin: boolean;
  readonly onImported: () => void;
  readonly onExported: () => void;
  readonly onBinClosed: () => void;
}

/** Below the boundary of whoever draws it. What stands over the list: views, the import, the export, the recycle bin. Each comes with the first of its kind. */
export const OverList = observer(function OverList(props: OverListProps) {
  const { shared, fixed, importing, exporting, showsBin, onImported, onExported, onBinClosed } = props;
  const { store, dictionaries, context } = shared;
  const { plan, services } = store;
  const handleChange = () => void store.load();
  const hasViews = store.views.length > 0;
  return (
    <>
      {hasViews ? <ViewHost {...shared} /> : null}
      {importing ? (
        <ImportDialog
          model={plan.model}
          services={services}
          dictionaries={dictionaries}
          cells={context}
          fixed={fixed}
          withTemplate={"template" in importing.source && importing.source.template === true}
          onClose={onImported}
          onDone={handleChange}
        />
      ) : null}
      {exporting ? (
        <ExportDialog
          store={store}
          button={exporting}
          dictionaries={dictionaries}
          columns={props.columns}
          shown={props.shownColumns()}
          onClose={onExported}
        />
      ) : null}
      {showsBin ? (
        <RecycleBin
          plan={plan}
          services={services}
          context={context}
          dictionaries={dictionaries}
          onRestored={handleChange}
          onClose={onBinClosed}
        />
      ) : null}
    </>
  );
});
