import { Tabs } from "antd";
import type { TabsItemPlan } from "../../runtime/compile/view-plan.ts";
import { FormItems } from "./FormItems.tsx";

interface FormTabsProps {
  readonly tabs: TabsItemPlan;
  readonly columns: number;
}

/** All tabs stay mounted, so that a check finds the wrong field wherever it stands. */
export function FormTabs({ tabs, columns }: FormTabsProps) {
  return (
    <Tabs
      animated={false}
      items={tabs.tabs.map(({ title, items }) => ({
        key: title,
        label: title,
        forceRender: true,
        children: <FormItems items={items} columns={columns} />,
      }))}
    />
  );
}
