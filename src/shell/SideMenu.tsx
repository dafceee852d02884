import { type KeyboardEvent, memo, useState } from "react";
import { messages } from "../messages/messages.ts";
import type { MenuItem } from "../router/menu-routes.ts";
import { StillLinks } from "../router/StillLinks.tsx";
import { MenuEntryLink } from "./MenuEntryLink.tsx";
import { MenuIcon } from "./MenuIcon.tsx";
import "./side-menu.css";

interface SideMenuProps {
  readonly items: readonly MenuItem[];
  /** Path of the menu entry that is shown, and of the groups around it, outermost first. */
  readonly selected: string;
  readonly groups: readonly string[];
  /** Icons only; a group's lines open beside it. */
  readonly isCollapsed: boolean;
  /** Called after a line was chosen; the drawer closes. */
  readonly onChosen?: () => void;
}

/** The side menu: groups open and close, one top group at a time; the line of the current page is marked. */
export function SideMenu({ items, selected, groups, isCollapsed, onChosen }: SideMenuProps) {
  const [open, toggle] = useOpenGroups(groups);
  return (
    <nav
      className="side-menu"
      aria-label={messages.shell.mainMenu}
      data-collapsed={isCollapsed ? "" : undefined}
      onKeyDown={moveFocus}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a")) onChosen?.();
      }}
    >
      <StillLinks>
        <ul>
          {items.map((item) => (
            <MenuLine
              key={item.path}
              item={item}
              level={0}
              open={open}
              toggle={toggle}
              selected={selected}
              groups={groups}
            />
          ))}
        </ul>
      </StillLinks>
    </nav>
  );
}

interface MenuLineProps {
  readonly item: MenuItem;
  /** 0 = top. */
  readonly level: number;
  readonly open: readonly string[];
  readonly toggle: (path: string, level: number) => void;
  readonly selected: string;
  readonly groups: readonly string[];
}

function MenuLine({ item, level, open, toggle, selected, groups }: MenuLineProps) {
  if (item.children.length === 0) {
    return (
      <li>
        <MenuLink item={item} level={level} isSelected={item.path === selected} />
      </li>
    );
  }
  const isOpen = open.includes(item.path);
  return (
    <li className="side-menu-group">
      <button
        type="button"
        className="side-menu-line"
        style={indentOf(level)}
        aria-expanded={isOpen}
        data-within={groups.includes(item.path) ? "" : undefined}
        title={item.title}
        onClick={() => toggle(item.path, level)}
      >
        <LineFace item={item} level={level} />
        <span className="side-menu-caret">
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
            <path d="M1.5 3.5 5 7l3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
          </svg>
        </span>
      </button>
      <ul hidden={!isOpen}>
        {item.children.map((child) => (
          <MenuLine
            key={child.path}
            item={child}
            level={level + 1}
            open={open}
            toggle={toggle}
            selected={selected}
            groups={groups}
          />
        ))}
      </ul>
    </li>
  );
}

const indentOf = (level: number) => ({ "--level": level }) as React.CSSProperties;

function LineFace({ item, level }: { readonly item: MenuItem; readonly level: number }) {
  return (
    <>
      {level === 0 && <MenuIcon icon={item.icon} />}
      <span className="side-menu-title">{item.title}</span>
    </>
  );
}

interface MenuLinkProps {
  readonly item: MenuItem;
  readonly level: number;
  readonly isSelected: boolean;
}

const MenuLink = memo(function MenuLink({ item, level, isSelected }: MenuLinkProps) {
  return (
    <MenuEntryLink
      item={item}
      className="side-menu-line"
      style={indentOf(level)}
      title={item.title}
      isSelected={isSelected}
    >
      <LineFace item={item} level={level} />
    </MenuEntryLink>
  );
});

/** Open groups by path: the groups of the current page to begin with; opening a top group closes the other ones. */
function useOpenGroups(groups: readonly string[]) {
  const key = groups.join("\n");
  const [state, setState] = useState({ key, open: groups });
  // Going to another group's page opens that group; collapsing the menu keeps what was open.
  const open = state.key === key ? state.open : groups;
  function toggle(path: string, level: number): void {
    if (open.includes(path)) setState({ key, open: open.filter((other) => other !== path) });
    else setState({ key, open: level === 0 ? [path] : [...open, path] });
  }
  return [open, toggle] as const;
}

/** Arrow keys go from line to line, Home and End to the ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>(".side-menu-line")].filter(
    (line) => line.offsetParent !== null,
  );
  const index = lines.findIndex((line) => line === document.activeElement);
  const next: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: lines.length - 1,
  };
  const line = lines[next[event.key] ?? -1];
  if (!line) return;
  event.preventDefault();
  line.focus();
}
