import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { messages } from "../messages/messages.ts";
import type { MenuItem } from "../router/menu-routes.ts";
import { EntrySections } from "./EntrySections.tsx";

interface GroupPageProps {
  readonly title: string;
  readonly items: readonly MenuItem[];
}

/** The page of a menu group without a submenu (`alwaysShow`): the entries below it that the person may open. */
export function GroupPage({ title, items }: GroupPageProps) {
  if (items.length > 0) return <EntrySections title={title} items={items} />;
  const { emptyGroupTitle, emptyGroupText } = messages.state;
  return (
    <div className="sc-card">
      <EmptyState kind="empty" title={emptyGroupTitle} text={emptyGroupText(title)} />
    </div>
  );
}
