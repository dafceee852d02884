import { PanelLink } from "../PanelLink.tsx";
import type { PanelProps } from "../panel-props.ts";

/** Ways to other pages; those that the person does not have are left out. */
export function ShortcutsPanel({ plan, may, findPage, navigate }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "shortcuts") return null;
  const ways = panel.items.flatMap((item) => {
    const { page: address, title, permission } = typeof item === "string" ? { page: item } : item;
    const [name = address, search] = address.split("?");
    const page = findPage(name);
    if (!page || (permission !== undefined && !may(permission))) return [];
    return [{ to: search ? `${page.path}?${search}` : page.path, title: title ?? page.title, face: page.face }];
  });
  return (
    <ul className="sc-shortcuts sc-boxes">
      {ways.map(({ to, title, face }) => (
        <li key={to}>
          <PanelLink className="sc-middle sc-entry" to={to} navigate={navigate}>
            <span style={{ display: "grid", justifyItems: "center", gap: 4 }}>
              {face}
              {title}
            </span>
          </PanelLink>
        </li>
      ))}
    </ul>
  );
}
