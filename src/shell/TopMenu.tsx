import { Menu } from "antd";
import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { MenuIcon } from "./MenuIcon.tsx";
import { menuItems } from "./menu-items.tsx";
import type { MainMenuProps } from "./SideMenu.tsx";

const more = (
  <>
    <MenuIcon icon="appstore" className="ant-menu-item-icon" />
    <span>{messages.shell.moreMenu}</span>
  </>
);

/** The main menu in the header: a group opens a panel below its line. What does not fit stands behind the last line. */
export const TopMenu = observer(function TopMenu({ items, selected }: MainMenuProps) {
  const { menuStyle } = useConsole().settings.values;
  const lines = useMemo(() => menuItems(items, { selected, hasHeadings: true }), [items, selected]);
  return (
    <nav className="top-menu sc-grow" aria-label={messages.shell.mainMenu}>
      <Menu mode="horizontal" theme={menuStyle} items={lines} selectedKeys={[selected]} overflowedIndicator={more} />
    </nav>
  );
});
