import { observer } from "mobx-react-lite";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { StillLinks } from "../router/StillLinks.tsx";
import { whenIdle } from "../router/when-idle.ts";
import { useConsole } from "../stores/console.ts";
import type { CloseRange, Tab } from "../stores/tabs.ts";
import { Icon } from "../ui/Icon.tsx";
import { noticeIcons } from "../ui/notice-icons.ts";
import { type MenuAction, PopupMenu } from "../ui/PopupMenu.tsx";
import { MenuIcon } from "./MenuIcon.tsx";
import { shellIcons } from "./shell-icons.ts";
import { useTabActions } from "./use-tab-actions.ts";
import "./tab-bar.css";

const { tabs: texts } = messages;

interface OpenMenu {
  readonly path: string;
  /** Where the pointer was; absent for the bar's own button. */
  readonly at?: { readonly x: number; readonly y: number };
}

/** The open pages. 首页 has no cross; a right click, or the button at the end, offers more; Delete closes the focused one. */
export const TabBar = observer(function TabBar() {
  const { tabs } = useConsole();
  const { pathname } = useLocation();
  const actions = useTabActions(pathname);
  const [menu, setMenu] = useState<OpenMenu>();
  const more = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page moves its tab into view
  useEffect(() => {
    // Asking where a tab stands lays everything out: the page itself comes first.
    whenIdle(() => {
      list.current?.querySelector(".tab[data-active]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    });
  }, [pathname]);

  const close = useEvent((range: CloseRange, path: string) => void actions.close(range, path));
  const openMenu = useCallback((path: string, at: OpenMenu["at"]) => setMenu({ path, ...(at ? { at } : {}) }), []);

  return (
    <div className="tab-bar">
      <nav aria-label={texts.openPages}>
        <ul ref={list}>
          <StillLinks>
            {tabs.open.map((tab) => (
              <TabLine key={tab.path} tab={tab} isCurrent={tab.path === pathname} onClose={close} onMenu={openMenu} />
            ))}
          </StillLinks>
        </ul>
      </nav>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.refresh}
        onClick={() => void actions.refresh(pathname)}
      >
        <Icon shape={shellIcons.reload} size={14} />
      </button>
      <button
        ref={more}
        type="button"
        className="icon-button"
        aria-label={texts.more}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        onClick={() => setMenu(menu ? undefined : { path: pathname })}
      >
        <Icon shape={shellIcons.ellipsis} />
      </button>
      {menu && (
        <PopupMenu
          label={texts.more}
          anchor={more}
          actions={actionsFor(menu.path)}
          onClose={() => setMenu(undefined)}
          {...(menu.at ? { at: menu.at } : {})}
        />
      )}
    </div>
  );

  function actionsFor(path: string): readonly MenuAction[] {
    return [
      { name: texts.refresh, run: () => void actions.refresh(path) },
      { name: texts.closeThis, run: () => close("this", path) },
      { name: texts.closeLeft, run: () => close("left", path) },
      { name: texts.closeRight, run: () => close("right", path) },
      { name: texts.closeOthers, run: () => close("others", path) },
    ];
  }
});

interface TabLineProps {
  readonly tab: Tab;
  readonly isCurrent: boolean;
  onClose(range: CloseRange, path: string): void;
  onMenu(path: string, at: OpenMenu["at"]): void;
}

const TabLine = memo(function TabLine({ tab, isCurrent, onClose, onMenu }: TabLineProps) {
  const isHome = tab.path === homePath;
  return (
    <li className="tab" data-active={isCurrent ? "" : undefined}>
      <Link
        to={tab.path + tab.search}
        state={isReturn}
        replace={isCurrent}
        aria-current={isCurrent ? "page" : undefined}
        onKeyDown={(event) => {
          if (event.key !== "Delete") return;
          event.preventDefault();
          onClose("this", tab.path);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(tab.path, { x: event.clientX, y: event.clientY });
        }}
      >
        {isHome && <MenuIcon icon="home" />}
        <span className="tab-title" title={tab.title}>
          {tab.title}
        </span>
      </Link>
      {!isHome && (
        <button type="button" aria-label={texts.close(tab.title)} onClick={() => onClose("this", tab.path)}>
          <Icon shape={noticeIcons.close} size={10} />
        </button>
      )}
    </li>
  );
});

/** The page goes on as the person left it. */
const isReturn = { isReturn: true };
