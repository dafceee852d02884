import DownOutlined from "@ant-design/icons/DownOutlined";
import UpOutlined from "@ant-design/icons/UpOutlined";
import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useId, useState } from "react";
import type { QueryItemPlan } from "../../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { partMarks } from "../../../runtime/react/part-marks.ts";
import { FilterControl } from "../../filters/FilterControl.tsx";
import { messages } from "../../messages.ts";

interface QueryBarProps {
  readonly store: ListStore;
  readonly dictionaries: DictionaryCache;
  readonly items: readonly QueryItemPlan[];
}

/** The conditions of the list: a few open, the rest behind 展开; Enter searches. Plain state, no form library. */
export const QueryBar = observer(function QueryBar({ store, dictionaries, items }: QueryBarProps) {
  const [open, setOpen] = useState(() =>
    items.slice(store.plan.query.collapsedCount).some((item) => item.name in store.applied),
  );
  const id = useId();
  const count = store.plan.query.collapsedCount;
  if (items.length === 0) return null;
  return (
    <form
      className="sc-card sc-query sc-inset sc-line sc-still sc-unprinted"
      onSubmit={(event) => {
        event.preventDefault();
        void store.search();
      }}
    >
      <div className="sc-query-fields sc-grow">
        {(open ? items : items.slice(0, count)).map((item) => (
          <div key={item.name} {...partMarks(item)} className="sc-field sc-line sc-airy">
            <label htmlFor={`${id}-${item.name}`}>{item.title}</label>
            <div className="sc-grow">
              <FilterControl
                id={`${id}-${item.name}`}
                item={item}
                value={store.values[item.name]}
                services={store.services}
                dictionaries={dictionaries}
                onChange={(value) => store.setValue(item.name, value)}
              />
            </div>
          </div>
        ))}
      </div>
      <div className="sc-query-buttons sc-line">
        <Button type="primary" htmlType="submit">
          {messages.list.search}
        </Button>
        <Button onClick={() => void store.reset()}>{messages.list.reset}</Button>
        {items.length > count ? (
          <Button type="link" className="sc-query-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? messages.list.collapse : messages.list.expand}{" "}
            {open ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
          </Button>
        ) : null}
      </div>
    </form>
  );
});
