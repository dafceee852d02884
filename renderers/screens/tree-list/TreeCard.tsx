import CloseOutlined from "@ant-design/icons/CloseOutlined";
import { Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useRef, useState } from "react";
import type { TreeCardPlan } from "../../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../../runtime/compile/view-plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { RowGuard } from "../../../runtime/react/list-query.ts";
import type { TreeListStore } from "../../../runtime/react/tree-list-store.ts";
import { CellView } from "../../cells/CellView.tsx";
import { DetailView } from "../../detail/DetailView.tsx";
import { FormView } from "../../form/FormView.tsx";
import { focusFirstField } from "../../form/focus.ts";
import { IconButton } from "../../layouts/IconButton.tsx";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { ContentView } from "../ContentView.tsx";
import type { ListShared } from "../list/list-shared.ts";
import { RowLoader } from "../RowLoader.tsx";

interface TreeCardProps {
  readonly shared: ListShared;
  readonly store: TreeListStore;
  readonly card: TreeCardPlan;
}

/** The chosen row of a tree: its name, its way from the top and its views in tabs. */
export const TreeCard = observer(function TreeCard({ shared, store, card }: TreeCardProps) {
  if (!store.card) return null;
  const key = store.keyOf(store.card.row);
  // The row as the tree knows it now: a search may have left it out.
  const row = store.rows.find((each) => store.keyOf(each) === key) ?? store.card.row;
  return <RowCard key={key} shared={shared} store={store} card={card} row={row} view={store.card.view} />;
});

interface RowCardProps extends TreeCardProps {
  readonly row: Row;
  /** The view in front. */
  readonly view: string;
}

const RowCard = observer(function RowCard({ shared, store, card, row, view }: RowCardProps) {
  const { plan } = store;
  const { actions, context } = shared;
  // What was not opened yet is not read; what was keeps what is typed in it.
  const [opened, setOpened] = useState<readonly string[]>([view]);
  useEffect(() => setOpened((before) => (before.includes(view) ? before : [...before, view])), [view]);
  const front = useRef<HTMLDivElement>(null);
  const { cardAsked } = store;
  const [askedBefore] = useState(cardAsked);
  useEffect(() => {
    if (cardAsked > askedBefore) focusFirstField(front.current);
  }, [cardAsked, askedBefore]);
  const tag = plan.table.columns.find((column) => column.name === card.tag);
  const scope = actions.scope(row);
  return (
    <>
      <header className="sc-inset sc-line" style={{ paddingBottom: 0 }}>
        <div className="sc-grow">
          <div className="sc-line">
            <h2 className="sc-cut">{String(row[plan.model.titleField] ?? "")}</h2>
            {tag ? <CellView subject={tag} plan={tag.cell} row={row} context={context} /> : null}
          </div>
          <div className="sc-hint sc-cut">{store.pathOf(row).join(" / ")}</div>
        </div>
        <IconButton
          label={messages.form.close}
          icon={<CloseOutlined aria-hidden="true" />}
          onClick={() => void store.closeCard()}
        />
      </header>
      <Tabs
        className="sc-list-tabs sc-still"
        tabBarStyle={{ margin: 0, paddingInline: 16 }}
        activeKey={view}
        onChange={(next) => void store.showCard(row, next)}
        items={store.cardTabs.map((tab) => ({ key: tab.view, label: tab.title.render(scope) }))}
      />
      {opened.map((name) => {
        const shown = plan.views.get(name);
        return shown ? (
          <div
            key={name}
            ref={name === view ? front : null}
            className="sc-stack sc-grow"
            style={name === view ? undefined : { display: "none" }}
          >
            <LazyBoundary fallback={<ProgressBar />}>
              <CardPart shared={shared} store={store} row={row} view={shown} />
            </LazyBoundary>
          </div>
        ) : null;
      })}
    </>
  );
});

interface CardPartProps {
  readonly shared: ListShared;
  readonly store: TreeListStore;
  readonly row: Row;
  readonly view: ViewPlan;
}

/** One view of the row: who may not edit it reads it. */
function CardPart({ shared, store, row, view: planned }: CardPartProps) {
  const { plan, services } = store;
  const { actions, dictionaries, context } = shared;
  const [round, setRound] = useState(0);
  const [first] = useState(row);
  const view = useMemo(() => ({ ...planned, as: "part" }) as const, [planned]);
  const anew = () => setRound((count) => count + 1);
  const parts = { plan, services, dictionaries, cells: context, onClose: anew };
  if (view.content) {
    const open = { view: view.name, mode: "detail", row: first, values: {}, button: undefined, key: 0 } as const;
    const guard = (unsaved: RowGuard) => store.guard("choice", unsaved);
    return <ContentView {...{ store, actions, open, view, guard }} content={view.content} />;
  }
  const detail = plan.views.get("detail");
  const mayEdit = view.kind === "form" && services.hasPermission(`${plan.permissionPrefix}:edit`);
  return (
    <RowLoader key={round} {...parts} row={first} view={view}>
      {(whole) =>
        mayEdit ? (
          <FormView
            {...parts}
            view={view}
            mode="edit"
            row={whole}
            cancelText={messages.record.reset}
            guard={(unsaved) => store.guard("choice", unsaved)}
            onReopen={anew}
            onReload={anew}
            onSaved={(result) => {
              anew();
              void store.loadSaved(result);
            }}
          />
        ) : (
          <DetailView
            {...parts}
            view={{ ...(detail ?? view), as: "part" }}
            row={whole}
            previous={undefined}
            next={undefined}
            buttons={[]}
          />
        )
      }
    </RowLoader>
  );
}
