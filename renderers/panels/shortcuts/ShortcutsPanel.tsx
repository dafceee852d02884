import { PanelLink } from "../PanelLink.tsx";
import type { PanelProps } from "../panel-props.ts";

/** Ways to other pages; those that the person does not have are left out. */
export function ShortcutsPanel({ plan, findPage, navigate }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "shortcuts") return null;
  const pages = panel.items.flatMap((item) => findPage(item) ?? []);
  return (
    <ul className="sc-shortcuts sc-boxes">
      {pages.map((page) => (
        <li key={page.path}>
          <PanelLink className="sc-middle sc-entry" to={page.path} navigate={navigate}>
            <span style={{ display: "grid", justifyItems: "center", gap: 4 }}>
              {page.face}
              {page.title}
            </span>
          </PanelLink>
        </li>
      ))}
    </ul>
  );
}
