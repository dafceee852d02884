import { Tabs } from "antd";
import { observer } from "mobx-react-lite";
import type { TabsPlan } from "../../../runtime/compile/plan.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { words } from "../../../runtime/format/words.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { messages } from "../../messages.ts";

export interface ListTabsProps {
  readonly store: ListStore;
  readonly tabs: TabsPlan;
  readonly dictionaries: DictionaryCache;
}

/** No entry of a dictionary is named so. */
const allKey = "";

/** The list cut by the values of one dictionary; the first tab shows all. */
export const ValueTabs = observer(function ValueTabs({ store, tabs, dictionaries }: ListTabsProps) {
  const { dict } = tabs.field;
  const values = tabs.values ?? dictionaries.options(dict).map((option) => option.value);
  const { tabCounts } = store;
  const countOf = (value: string | undefined): number | undefined => {
    if (!tabCounts) return undefined;
    return value === undefined
      ? [...tabCounts.values()].reduce((sum, count) => sum + count, 0)
      : (tabCounts.get(value) ?? 0);
  };
  const all = [{ value: undefined, text: messages.list.all as string }];
  const entries = [
    ...all,
    ...values.map((value) => ({ value, text: dict ? (dictionaries.text(dict, value) ?? value) : value })),
  ];
  return (
    <Tabs
      className="sc-list-tabs sc-unprinted"
      size="middle"
      activeKey={store.tab ?? allKey}
      items={entries.map(({ value, text }) => ({ key: value ?? allKey, label: withCount(text, countOf(value)) }))}
      onChange={(key) => void store.setTab(key === allKey ? undefined : key)}
    />
  );
});

/** 待发货（5）: the number belongs to the words of the tab. */
function withCount(text: string, count: number | undefined): string {
  return count === undefined ? text : text + words.inBrackets(formatNumber(count, 0));
}
