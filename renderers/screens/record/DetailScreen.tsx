import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { isUnread, RecordStore } from "../../../runtime/react/record-store.ts";
import { DetailView } from "../../detail/DetailView.tsx";
import { OverPage } from "../../layouts/OverPage.tsx";
import { dictionariesOf } from "../list/dictionaries-of.ts";
import type { ListScreenProps } from "../list/ListScreen.tsx";
import { shareStore, useShared } from "../list/list-shared.ts";
import { noListTools } from "./no-list-tools.ts";
import { MissingRecord, RecordState } from "./RecordState.tsx";
import "../list/list.css";

const ViewHost = lazyPart(() => import("../ViewHost.tsx").then((module) => ({ default: module.ViewHost })));

/** A page that shows one record: `?id=` in the address says which. Its buttons are those of the record's line in a list. */
export const DetailScreen = observer(function DetailScreen({ plan, services, params }: ListScreenProps) {
  const id = typeof params?.id === "string" ? params.id : "";
  const { store, actions, dictionaries, context } = useShared(
    () => shareStore(new RecordStore(plan, services, id), noListTools),
    [plan, services, id],
    false,
  );
  useEffect(() => {
    dictionaries.load(dictionariesOf(plan));
    if (id !== "" && isUnread(store)) void store.load();
    return () => store.dispose();
  }, [store, dictionaries, plan, id]);
  const view = plan.views.get("detail");
  const [row] = store.rows;
  if (id === "" || !view) return <MissingRecord plan={plan} services={services} />;
  return (
    <section className="sc-list sc-stack" aria-label={plan.title}>
      {row ? (
        <DetailView
          plan={plan}
          view={view}
          row={row}
          services={services}
          dictionaries={dictionaries}
          cells={context}
          previous={undefined}
          next={undefined}
          onClose={() => undefined}
          buttons={actions.ofRow(row).map((button) => ({
            ...button,
            press: () => void actions.press(button, row),
          }))}
        />
      ) : (
        <RecordState store={store} />
      )}
      {store.views.length > 0 ? (
        <OverPage services={services} onFailed={() => store.closeView()}>
          <ViewHost store={store} actions={actions} dictionaries={dictionaries} context={context} />
        </OverPage>
      ) : null}
    </section>
  );
});
