import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Link, Outlet, useLocation } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { findRoute } from "../router/menu-routes.ts";
import { useConsole } from "../stores/console.ts";
import { Logo } from "../ui/Logo.tsx";
import { MenuDrawer } from "./MenuDrawer.tsx";
import { ShellHeader } from "./ShellHeader.tsx";
import { SideMenu } from "./SideMenu.tsx";
import "./shell.css";
import { TabBar } from "./TabBar.tsx";
import { useNarrow } from "./use-narrow.ts";

/** The frame staff work in: side menu, header, page. Below 1088 px the menu is a drawer. */
export const ShellLayout = observer(function ShellLayout() {
  const { navigation, settings } = useConsole();
  const { pathname } = useLocation();
  const isNarrow = useNarrow();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const match = findRoute(navigation.current, pathname);
  const isCollapsed = settings.collapsed && !isNarrow;
  useEffect(() => {
    if (!isNarrow) setDrawerOpen(false);
  }, [isNarrow]);

  const menu = {
    items: navigation.current.items,
    selected: match?.route.path ?? pathname,
    groups: match?.route.groups ?? [],
  };
  return (
    <div className="shell" data-collapsed={isCollapsed ? "" : undefined}>
      <a className="skip-link" href="#page">
        {messages.shell.skipToContent}
      </a>
      {!isNarrow && (
        <aside className="shell-sider">
          <Brand />
          <SideMenu {...menu} isCollapsed={isCollapsed} />
        </aside>
      )}
      {isNarrow && isDrawerOpen && (
        <MenuDrawer onClose={() => setDrawerOpen(false)}>
          <Brand />
          <SideMenu {...menu} isCollapsed={false} onChosen={() => setDrawerOpen(false)} />
        </MenuDrawer>
      )}
      <div className="shell-main">
        <ShellHeader
          isNarrow={isNarrow}
          isMenuOpen={isNarrow ? isDrawerOpen : !isCollapsed}
          title={match?.route.title ?? messages.product.name}
          onToggleMenu={() => (isNarrow ? setDrawerOpen(true) : settings.change({ collapsed: !settings.collapsed }))}
        />
        {!isNarrow && settings.multipage && <TabBar />}
        <main id="page" className="shell-page" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  );
});

function Brand() {
  return (
    <Link className="shell-brand" to={homePath} aria-label={messages.product.name}>
      <Logo size={28} />
      <span>{messages.product.shortName}</span>
    </Link>
  );
}
