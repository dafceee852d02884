import EllipsisOutlined from "@ant-design/icons/EllipsisOutlined";
import FilterOutlined from "@ant-design/icons/FilterOutlined";
import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import type { ButtonPlan, ColumnPlan, QueryItemPlan } from "../../../runtime/compile/plan.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { words } from "../../../runtime/format/words.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { TextInput } from "../../filters/TextInput.tsx";
import { Button } from "../../layouts/Button.tsx";
import { iconOf } from "../../layouts/icons.tsx";
import { PopupMenu } from "../../layouts/PopupMenu.tsx";
import { messages } from "../../messages.ts";
import { ListFace } from "./ListFace.tsx";
import { ListTabs } from "./ListTabs.tsx";
import { QueryBar } from "./QueryBar.tsx";
import { RowCard } from "./RowCard.tsx";
import { isForSelection } from "./Toolbar.tsx";

interface ListCardsProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
  readonly columns: readonly ColumnPlan[];
  readonly items: readonly QueryItemPlan[];
  rowActions(row: Row): readonly ButtonPlan[];
  /** The advanced query's button. */
  readonly superQuery?: ReactNode;
  onPress(button: ButtonPlan, row: Row): void;
}

/** The list on a narrow screen: one search field, the rest behind the filter button, one card a row. */
export const ListCards = observer(function ListCards(props: ListCardsProps) {
  const { store, actions, dictionaries, columns, items } = props;
  const [open, setOpen] = useState(false);
  const [first] = items.filter((item) => item.op === "like");
  const toolbar = actions.shown(store.plan.toolbar).filter((button) => !isForSelection(button));
  const add = toolbar.find((button) => button.preset === "add");
  const others = toolbar.filter((button) => button !== add);
  const sorted = store.plan.model.fields.get(store.sort.field)?.title ?? store.sort.field;
  const isEmpty = store.rows.length === 0 || store.status === "error" || store.status === "denied";
  return (
    <>
      <div className="sc-cards-bar">
        {first ? (
          <form
            className="sc-grow"
            onSubmit={(event) => {
              event.preventDefault();
              void store.search();
            }}
          >
            <TextInput
              large
              enterKeyHint="search"
              aria-label={messages.list.searchPlaceholder(first.title)}
              placeholder={messages.list.searchPlaceholder(first.title)}
              value={String(store.values[first.name] ?? "")}
              onChange={(text) => store.setValue(first.name, text)}
            />
          </form>
        ) : (
          <span className="sc-grow" />
        )}
        <Button
          large
          icon={<FilterOutlined aria-hidden="true" />}
          aria-label={messages.list.filter}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        {props.superQuery}
        {add ? (
          <Button
            large
            look="primary"
            icon={iconOf(add.icon)}
            aria-label={add.label}
            onClick={() => void actions.press(add)}
          />
        ) : null}
        {others.length > 0 ? <MoreButton store={store} actions={actions} buttons={others} /> : null}
      </div>
      {store.plan.tabs ? <ListTabs store={store} tabs={store.plan.tabs} dictionaries={dictionaries} /> : null}
      {open ? <QueryBar store={store} dictionaries={dictionaries} items={items} /> : null}
      <div className="sc-cards-summary">
        {messages.list.total(formatNumber(store.total, 0)) +
          words.comma +
          messages.list.sortedBy(sorted, store.sort.order)}
      </div>
      <ul className="sc-cards" aria-label={store.plan.title} aria-busy={store.status === "loading"}>
        {(isEmpty ? [] : store.rows).map((row) => (
          <RowCard
            key={store.keyOf(row)}
            row={row}
            columns={columns}
            context={props.context}
            dictVersion={dictionaries.version}
            actions={props.rowActions(row)}
            inline={store.plan.rowActions.inline}
            onPress={props.onPress}
          />
        ))}
      </ul>
      {isEmpty && store.status !== "loading" && store.status !== "idle" ? (
        <div className="sc-card">
          <ListFace store={store} actions={actions} />
        </div>
      ) : null}
    </>
  );
});

interface MoreButtonProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly buttons: readonly ButtonPlan[];
}

/** What the toolbar of the wide list offers besides 新增: import, export and the screen's own buttons. */
const MoreButton = observer(function MoreButton({ store, actions, buttons }: MoreButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const entries = buttons.map((button) => ({
    key: button.key,
    label: button.label,
    disabled: actions.isDisabled(button) || store.busy.has(button.key),
  }));
  return (
    <>
      <Button
        large
        icon={<EllipsisOutlined aria-hidden="true" />}
        aria-label={messages.list.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      />
      {anchor ? (
        <PopupMenu
          anchor={anchor}
          label={messages.list.more}
          entries={entries}
          onChoose={(key) => {
            const button = buttons.find((each) => each.key === key);
            if (button) void actions.press(button);
          }}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </>
  );
});
