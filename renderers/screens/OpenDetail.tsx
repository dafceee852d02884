import { observer } from "mobx-react-lite";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { OpenView } from "../../runtime/react/list-store.ts";
import { DetailView } from "../detail/DetailView.tsx";
import { RowLoader } from "./RowLoader.tsx";
import type { ViewHostProps } from "./ViewHost.tsx";

interface OpenDetailProps extends ViewHostProps {
  readonly open: OpenView;
  readonly view: ViewPlan;
}

/** A detail over a list: it can walk along the rows of the list, page after page, and offers what the row's own line offers. */
export const OpenDetail = observer(function OpenDetail({
  store,
  actions,
  dictionaries,
  context,
  open,
  view,
}: OpenDetailProps) {
  const { plan, services } = store;
  const close = () => store.closeView(open.key);
  const step = (by: 1 | -1) => (store.hasNeighbour(open.row, by) ? () => void store.stepView(open.key, by) : undefined);
  return (
    <RowLoader plan={plan} services={services} dictionaries={dictionaries} row={open.row} view={view} onClose={close}>
      {(row) => (
        <DetailView
          plan={plan}
          view={view}
          row={row}
          services={services}
          dictionaries={dictionaries}
          cells={context}
          previous={step(-1)}
          next={step(1)}
          buttons={actions
            .ofRow(row)
            .filter((button) => button.preset === "edit" || button.kind === "transition")
            .map((button) => ({
              ...button,
              press: () => {
                if (!button.isClosed) close();
                void actions.press(button, row);
              },
            }))}
          onClose={close}
        />
      )}
    </RowLoader>
  );
});
