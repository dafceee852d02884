import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, Outlet, useLocation } from "react-router-dom";
import { whenIdle } from "../../renderers/layouts/when-idle.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { siteSettings } from "../api/site-settings.ts";
import { OverPage } from "../feedback/OverPage.tsx";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { findRoute, selectedLine } from "../router/menu-routes.ts";
import { useConsole } from "../stores/console.ts";
import type { SettingValues } from "../stores/settings.ts";
import { Logo } from "../theme/Logo.tsx";
import { ShellHeader } from "./ShellHeader.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { StatusBanner } from "./StatusBanner.tsx";
import "./shell.css";
import "./side-menu.css";
import { TabBar } from "./TabBar.tsx";
import { TopMenu } from "./TopMenu.tsx";
import { useBackQuestion } from "./use-back-question.ts";
import { useHeaderHidden } from "./use-header-hidden.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { ViewAsBanner } from "./ViewAsBanner.tsx";

const MenuDrawer = lazyPart(async () => ({ default: (await import("./MenuDrawer.tsx")).MenuDrawer }));
const MenuSearch = lazyPart(async () => ({ default: (await import("./MenuSearch.tsx")).MenuSearch }));
const XrayLayer = lazyPart(async () => ({ default: (await import("../xray/XrayLayer.tsx")).XrayLayer }));
const ShortcutSheet = lazyPart(async () => ({ default: (await import("./ShortcutSheet.tsx")).ShortcutSheet }));

/** What opens over the page by a key. */
const overPage = { search: MenuSearch, shortcuts: ShortcutSheet, xray: XrayLayer };

/** The frame staff work in: menu, header, page. Below 1088 px the menu is a drawer. */
export const ShellLayout = observer(function ShellLayout() {
  const { navigation, settings } = useConsole();
  const { pathname } = useLocation();
  const isNarrow = useNarrow();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [over, setOver] = useState<"search" | "shortcuts" | "xray">();
  const frame = useRef<HTMLDivElement>(null);
  const isHeaderHidden = useHeaderHidden(frame, settings.hidesHeader);
  const close = () => setOver(undefined);
  useShortcuts(setOver);
  useBackQuestion();
  // Whoever presses Ctrl K types on at once: the keys must find the field.
  useEffect(() => whenIdle(() => void Promise.all([MenuSearch, ShortcutSheet].map((part) => part.preload()))), []);
  const Over = over && overPage[over];
  const match = findRoute(navigation.current, pathname);
  const { values } = settings;
  const isTop = values.layout === "top" && !isNarrow;
  const isCollapsed = settings.collapsed && !isNarrow && !isTop;
  useEffect(() => {
    settings.noteDevice(isNarrow ? "mobile" : "desktop");
    if (isNarrow) whenIdle(() => void MenuDrawer.preload());
    else setDrawerOpen(false);
  }, [settings, isNarrow]);

  const menu = {
    items: navigation.current.items,
    selected: match ? selectedLine(navigation.current.items, match.route) : pathname,
    groups: match?.route.groups ?? [],
  };
  return (
    <div
      ref={frame}
      className="shell"
      data-collapsed={isCollapsed ? "" : undefined}
      data-layout={isTop ? "top" : "side"}
      data-menu={values.menuStyle}
      data-scroll={scrollerOf(values, isTop || isNarrow)}
      data-width={settings.isFluid || isNarrow ? "fluid" : "fixed"}
    >
      <a className="skip-link" href="#page">
        {messages.shell.skipToContent}
      </a>
      {!isNarrow && !isTop && (
        <aside className="shell-sider sc-unprinted sc-stack">
          <Brand />
          <SideMenu {...menu} isCollapsed={isCollapsed} />
        </aside>
      )}
      {isNarrow && isDrawerOpen && (
        <OverPage onFailed={() => setDrawerOpen(false)}>
          <MenuDrawer onClose={() => setDrawerOpen(false)}>
            <Brand />
            <SideMenu {...menu} isCollapsed={false} onChosen={() => setDrawerOpen(false)} />
          </MenuDrawer>
        </OverPage>
      )}
      <div className="shell-main sc-stack">
        <ViewAsBanner />
        <div className="shell-top sc-stack sc-still" data-hidden={isHeaderHidden ? "" : undefined}>
          <StatusBanner />
          <ShellHeader
            isNarrow={isNarrow}
            isMenuOpen={isNarrow ? isDrawerOpen : !isCollapsed}
            title={match?.route.title ?? siteSettings().productName}
            onToggleMenu={() => (isNarrow ? setDrawerOpen(true) : settings.change({ collapsed: !settings.collapsed }))}
            onOpen={setOver}
            topMenu={
              isTop && (
                <>
                  <Brand />
                  <TopMenu {...menu} />
                </>
              )
            }
          />
          {!isNarrow && settings.multipage && <TabBar />}
        </div>
        <main id="page" className="shell-page sc-stack sc-grow" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {Over && (
        <OverPage key={over} onFailed={close}>
          <Over onClose={close} />
        </OverPage>
      )}
    </div>
  );
});

/** What scrolls: the page alone, the page with its header, or everything with the side menu. */
function scrollerOf({ fixedHeader, fixedSider }: SettingValues, hasNoSider: boolean): string {
  if (!fixedSider && !hasNoSider) return fixedHeader ? "shell-below-header" : "shell";
  return fixedHeader ? "page" : "main";
}

function Brand() {
  return (
    <Link className="shell-brand sc-cut sc-big sc-line sc-still" to={homePath} aria-label={siteSettings().productName}>
      <Logo size={28} />
      <span>{siteSettings().shortName}</span>
    </Link>
  );
}

const narrow = "(max-width: 1087px)";

/** Whether the window is narrower than 1088 px: the menu is a drawer then. Follows the window. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches);
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(narrow);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}
