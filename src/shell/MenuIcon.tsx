import { useAllIcons } from "../../renderers/layouts/use-all-icons.ts";
import { carriedIcons } from "./carried-icons.ts";
import sprite from "./menu-icons.svg?no-inline";

/** The icon of a top-level menu line; a name that nobody knows shows the general one, so the column stays even. */
export function MenuIcon({ icon, className }: { readonly icon: string; readonly className?: string }) {
  const name = menuIconName(icon);
  const isCarried = carriedIcons.has(name);
  const Fetched = useAllIcons(!isCarried && name !== "")?.findIcon(`${name}Outlined`);
  if (Fetched && !isCarried) {
    return (
      <span className={className} aria-hidden="true">
        <Fetched />
      </span>
    );
  }
  return (
    <svg className={className} width="16" height="16" fill="currentColor" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${isCarried ? name : "Appstore"}`} />
    </svg>
  );
}

/**
 * The name of an icon without its style: menus write `TeamOutlined`, `team` or `ant-design:team-outlined`.
 * @example menuIconName("user-switch") // "UserSwitch"
 */
export function menuIconName(icon: string): string {
  const plain = icon.replace(/^[\w-]+:/, "").replace(/-?outlined$/i, "");
  return plain
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}
