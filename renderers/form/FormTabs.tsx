import { Tabs } from "antd";
import { useEffect, useReducer } from "react";
import type { ItemPlan, TabsItemPlan } from "../../runtime/compile/view-plan.ts";
import { words } from "../../runtime/format/words.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { hasReadable } from "../../runtime/react/may-read-rows.ts";
import { FormItems } from "./FormItems.tsx";
import { PaneContext, useFormScope } from "./form-context.ts";

interface FormTabsProps {
  readonly tabs: TabsItemPlan;
  readonly columns: number;
}

/** All tabs stay mounted, so that a check finds the wrong field wherever it stands. */
export function FormTabs({ tabs, columns }: FormTabsProps) {
  const { session, services } = useFormScope();
  const shown = tabs.tabs.filter(({ items }) => hasReadable(items, services));
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  return (
    <Tabs
      animated={false}
      {...(shown.some(({ items }) => items[0]?.kind === "field") ? overFields : {})}
      items={shown.map(({ title, items }) => ({
        key: title,
        label: title + countOf(items, tabs, session.row),
        forceRender: true,
        children: (
          <PaneContext.Provider value={title}>
            <FormItems items={items} columns={columns} heading={title} />
          </PaneContext.Provider>
        ),
      }))}
    />
  );
}

/** A table brings a bar of its own; fields stand free of the line. */
const overFields = { styles: { header: { marginBottom: 16 } } } as const;

/** How many rows stand behind a tab that is one table: 字段（5）. Of tabs over the same rows the first one says it. */
function countOf([item, ...others]: readonly ItemPlan[], { tabs }: TabsItemPlan, row: Row): string {
  if (item?.kind !== "subTable" || others.length > 0 || item.relation === undefined) return "";
  const { relation } = item;
  const first = tabs.map(({ items }) => items[0]).find((one) => one?.kind === "subTable" && one.relation === relation);
  if (first !== item) return "";
  const rows = row[relation];
  return Array.isArray(rows) ? words.inBrackets(String(rows.length)) : "";
}
