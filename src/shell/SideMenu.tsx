import { Menu } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, type TransitionEvent, useContext, useEffect, useMemo, useRef, useState } from "react";
import { UNSAFE_LocationContext as LocationContext, UNSAFE_RouteContext as RouteContext } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import type { MenuItem } from "../router/menu-routes.ts";
import { useConsole } from "../stores/console.ts";
import { menuItems } from "./menu-items.tsx";

export interface MainMenuProps {
  readonly items: readonly MenuItem[];
  /** Path of the menu entry that is shown, and of the groups around it, outermost first. */
  readonly selected: string;
  readonly groups: readonly string[];
}

interface SideMenuProps extends MainMenuProps {
  /** Icons only; a group's lines open beside it. */
  readonly isCollapsed: boolean;
  /** Called after a line was chosen; the drawer closes. */
  readonly onChosen?: () => void;
}

/** The side menu: groups open and close, one top group at a time; the line of the current page is marked. */
export const SideMenu = observer(function SideMenu({ items, selected, groups, isCollapsed, onChosen }: SideMenuProps) {
  const { menuStyle } = useConsole().settings.values;
  const [open, setOpen] = useOpenGroups(items, groups);
  const lines = useMemo(() => menuItems(items, { selected }), [items, selected]);
  return (
    <nav className="side-menu sc-grow" aria-label={messages.shell.mainMenu} {...useLineInSight(selected)}>
      <StillLinks>
        <Menu
          // Another menu: what stands open beside an icon is nothing that stays open in the list.
          key={String(isCollapsed)}
          mode="inline"
          theme={menuStyle}
          inlineCollapsed={isCollapsed}
          inlineIndent={18}
          items={lines}
          selectedKeys={[selected]}
          {...(isCollapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
          onClick={() => onChosen?.()}
        />
      </StillLinks>
    </nav>
  );
});

const reveal = (menu: HTMLElement | null) =>
  menu?.querySelector(".ant-menu-item-selected")?.scrollIntoView({ block: "nearest" });

/** Scrolls to the line of the current page: at once, and once more when its group has opened. */
function useLineInSight(selected: string) {
  const ref = useRef<HTMLElement>(null);
  const waitsFor = useRef<string>(undefined);
  useEffect(() => {
    waitsFor.current = selected;
    reveal(ref.current);
  }, [selected]);
  function onTransitionEnd(event: TransitionEvent): void {
    // A group that the person opens later stays where the hand is.
    if (event.propertyName !== "height" || waitsFor.current === undefined) return;
    waitsFor.current = undefined;
    reveal(ref.current);
  }
  return { ref, onTransitionEnd };
}

/** Open groups by path: the groups of the current page to begin with; opening a top group closes the other ones. */
function useOpenGroups(items: readonly MenuItem[], groups: readonly string[]) {
  const key = groups.join("\n");
  const [state, setState] = useState({ key, open: [...groups] });
  // Going to another group's page opens that group; collapsing the menu keeps what was open.
  const open = state.key === key ? state.open : [...groups];
  function change(next: readonly string[]): void {
    const opened = next.find((path) => !open.includes(path));
    const isTop = items.some(({ path }) => path === opened);
    setState({ key, open: isTop && opened !== undefined ? [opened] : [...next] });
  }
  return [open, change] as const;
}

/**
 * Links to whole addresses that outlive the page: they are not drawn again when the person goes elsewhere, which the
 * router's links do, a hundred of them in menus and tabs. Such a link does not know that it leads to where the person
 * is already; it says `replace` itself there.
 */
function StillLinks({ children }: { readonly children: ReactNode }) {
  const [location] = useState(useContext(LocationContext));
  const [route] = useState(useContext(RouteContext));
  return (
    <RouteContext.Provider value={route}>
      <LocationContext.Provider value={location}>{children}</LocationContext.Provider>
    </RouteContext.Provider>
  );
}
