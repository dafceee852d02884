import type { MenuItem } from "../router/menu-routes.ts";
import { MenuEntryLink } from "../shell/MenuEntryLink.tsx";
import "./entry-sections.css";

/** Menu entries as links: those of a group stand in a section under its title, single ones in one section before. */
export function EntrySections({ title, items }: { readonly title?: string; readonly items: readonly MenuItem[] }) {
  const single = items.filter(({ children }) => children.length === 0);
  const groups = items.filter(({ children }) => children.length > 0);
  return (
    <div className="entry-sections sc-boxes">
      {single.length > 0 && <EntrySection title={title} items={single} />}
      {groups.map((group) => (
        <EntrySection key={group.path} title={group.title} items={group.children} />
      ))}
    </div>
  );
}

interface EntrySectionProps {
  readonly title: string | undefined;
  readonly items: readonly MenuItem[];
}

function EntrySection({ title, items }: EntrySectionProps) {
  return (
    <section className="sc-card sc-inset" aria-label={title}>
      {title !== undefined && <h3>{title}</h3>}
      <ul>
        {items.map((item) => (
          <li key={item.path}>
            {item.children.length > 0 ? (
              <EntrySections title={item.title} items={item.children} />
            ) : (
              <MenuEntryLink item={item}>{item.title}</MenuEntryLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
