import type { MenuProps } from "antd";
import type { MenuItem } from "../router/menu-routes.ts";
import { MenuEntryLink } from "./MenuEntryLink.tsx";
import { MenuIcon } from "./MenuIcon.tsx";

export type MenuItems = NonNullable<MenuProps["items"]>;

interface MenuItemsOptions {
  /** Path of the entry that is shown. */
  readonly selected: string;
  /** Groups below the first level are headings with their entries below instead of menus of their own. */
  readonly hasHeadings?: boolean;
}

/** The entries of the main menu as antd's Menu takes them. Icons belong to the first level. */
export function menuItems(items: readonly MenuItem[], options: MenuItemsOptions, level = 0): MenuItems {
  const { selected, hasHeadings = false } = options;
  return items.map((item) => {
    const { path: key, title } = item;
    const face = level === 0 ? { key, icon: <MenuIcon icon={item.icon} /> } : { key };
    if (item.children.length === 0) {
      return {
        ...face,
        // The link shows its name itself where it is cut off or hidden.
        title: "",
        label: (
          <MenuEntryLink item={item} isSelected={key === selected}>
            {title}
          </MenuEntryLink>
        ),
      };
    }
    const children = menuItems(item.children, options, level + 1);
    if (hasHeadings && level > 0) return { key, type: "group", label: title, children };
    return { ...face, label: title, children };
  });
}
