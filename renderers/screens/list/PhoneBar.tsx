import EllipsisOutlined from "@ant-design/icons/EllipsisOutlined";
import FilterOutlined from "@ant-design/icons/FilterOutlined";
import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import type { ButtonPlan, QueryItemPlan, RowLayout } from "../../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { ActionMenu } from "../../layouts/ActionMenu.tsx";
import { iconOf } from "../../layouts/icons.tsx";
import { TextInput } from "../../layouts/TextInput.tsx";
import { messages } from "../../messages.ts";
import { ListTabs } from "./ListTabs.tsx";
import { QueryBar } from "./QueryBar.tsx";
import { isForSelection } from "./Toolbar.tsx";

interface PhoneBarProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly items: readonly QueryItemPlan[];
  /** The advanced query's button. */
  readonly superQuery: ReactNode;
  /** Other ways to draw the rows than the present one. */
  readonly layouts: readonly RowLayout[];
  onAs(as: RowLayout): void;
}

/** Conditions and toolbar on a narrow screen: one search field, the rest behind the filter button and the dots. */
export const PhoneBar = observer(function PhoneBar(props: PhoneBarProps) {
  const { store, actions, dictionaries, items } = props;
  const [open, setOpen] = useState(false);
  const [first] = items.filter((item) => item.op === "like");
  const toolbar = actions.shown(store.plan.toolbar).filter((button) => !isForSelection(button));
  const add = toolbar.find((button) => button.preset === "add");
  const others = toolbar.filter((button) => button !== add);
  return (
    <>
      <div className="sc-cards-bar sc-line">
        {first ? (
          <form
            className="sc-grow"
            onSubmit={(event) => {
              event.preventDefault();
              void store.search();
            }}
          >
            <TextInput
              size="large"
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
        {items.length > 0 ? (
          <Button
            size="large"
            icon={<FilterOutlined aria-hidden="true" />}
            aria-label={messages.list.filter}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        ) : null}
        {props.superQuery}
        {add ? (
          <Button
            size="large"
            type="primary"
            icon={iconOf(add.icon)}
            aria-label={add.label}
            onClick={() => void actions.press(add)}
          />
        ) : null}
        {others.length > 0 || props.layouts.length > 0 ? (
          <MoreButton store={store} actions={actions} buttons={others} layouts={props.layouts} onAs={props.onAs} />
        ) : null}
      </div>
      {store.plan.tabs ? <ListTabs store={store} tabs={store.plan.tabs} dictionaries={dictionaries} /> : null}
      {open ? <QueryBar store={store} dictionaries={dictionaries} items={items} /> : null}
    </>
  );
});

interface MoreButtonProps extends Pick<PhoneBarProps, "store" | "actions" | "layouts" | "onAs"> {
  readonly buttons: readonly ButtonPlan[];
}

/** What the toolbar of the wide list offers besides 新增: other ways to draw the rows, import, export and the screen's own buttons. */
const MoreButton = observer(function MoreButton({ store, actions, buttons, layouts, onAs }: MoreButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const entries = [
    ...layouts.map((layout) => ({
      key: `as ${layout}`,
      label: layout === "table" ? messages.list.asList : messages.list.layouts[layout],
    })),
    ...buttons.map((button) => ({
      key: button.key,
      label: button.label,
      disabled: actions.isDisabled(button) || store.busy.has(button.key),
    })),
  ];
  return (
    <>
      <Button
        size="large"
        icon={<EllipsisOutlined aria-hidden="true" />}
        aria-label={messages.list.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      />
      {anchor ? (
        <ActionMenu
          anchor={anchor}
          label={messages.list.more}
          entries={entries}
          onChoose={(key) => {
            const layout = layouts.find((each) => key === `as ${each}`);
            if (layout) onAs(layout);
            const button = buttons.find((each) => each.key === key);
            if (button) void actions.press(button);
          }}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </>
  );
});
