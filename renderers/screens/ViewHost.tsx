import { observer } from "mobx-react-lite";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ListActions } from "../../runtime/react/list-actions.ts";
import type { ListStore, OpenView } from "../../runtime/react/list-store.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { withoutIdentity } from "../form/changes.ts";
import { OverPage } from "../layouts/OverPage.tsx";
import { RowLoader } from "./RowLoader.tsx";

/** Formily and the controls come with the first form, what a detail is made of with the first detail. */
const FormView = lazyPart(() => import("../form/FormView.tsx").then((module) => ({ default: module.FormView })));
const OpenDetail = lazyPart(() => import("./OpenDetail.tsx").then((module) => ({ default: module.OpenDetail })));
const ContentView = lazyPart(() => import("./ContentView.tsx").then((module) => ({ default: module.ContentView })));
const AskView = lazyPart(() => import("../form/AskView.tsx").then((module) => ({ default: module.AskView })));

export interface ViewHostProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
}

/** The forms, details and questions that stand open over a list, each over the one before. */
export const ViewHost = observer(function ViewHost(props: ViewHostProps) {
  return props.store.views.map((open) => (
    <OverPage key={open.key} services={props.store.services} onFailed={() => props.store.closeView(open.key)}>
      <OneView {...props} open={open} />
    </OverPage>
  ));
});

function OneView({ store, actions, dictionaries, context, open }: ViewHostProps & { readonly open: OpenView }) {
  const { plan, services } = store;
  const close = () => store.closeView(open.key);
  const shared = { plan, services, dictionaries, cells: context, onClose: close };
  if (open.mode === "ask") {
    const { button, row } = open;
    if (!button) return null;
    return (
      <AskView
        {...shared}
        button={button}
        row={row}
        onPreview={button.preset === "generate" ? (answers) => actions.previewGeneration(button, answers) : undefined}
        onAnswer={(answers) => actions.answer(button, row, answers)}
      />
    );
  }
  const view = plan.views.get(open.view);
  if (!view) return null;
  if (view.content) return <ContentView {...{ store, actions, open, view }} content={view.content} />;
  if (view.kind === "detail" || open.mode === "detail") {
    return (
      <OpenDetail
        store={store}
        actions={actions}
        dictionaries={dictionaries}
        context={context}
        open={open}
        view={view}
      />
    );
  }
  const { mode } = open;
  const saved = (result: unknown) => {
    close();
    void store.loadActed(open.row ? [open.row] : [], () => store.loadSaved(result));
  };
  const reload = () => void store.load();
  const reopen = (row: OpenView["row"]) => {
    close();
    store.openView({ ...open, row });
  };
  if (mode === "add") {
    return (
      <FormView
        {...shared}
        view={view}
        mode="add"
        row={open.values}
        onSaved={saved}
        onReopen={reopen}
        onReload={reload}
      />
    );
  }
  return (
    <RowLoader plan={plan} services={services} dictionaries={dictionaries} row={open.row} onClose={close} view={view}>
      {(row) => (
        <FormView
          {...shared}
          view={view}
          mode={mode}
          row={mode === "copy" ? withoutIdentity(row) : row}
          copyOf={mode === "copy" ? row.id : undefined}
          onSaved={saved}
          onReopen={reopen}
          onReload={reload}
        />
      )}
    </RowLoader>
  );
}
