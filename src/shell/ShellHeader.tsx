import type { ReactNode } from "react";
import { siteSettings } from "../api/site-settings.ts";
import { messages } from "../messages/messages.ts";
import { NoticeBell } from "../notices/NoticeBell.tsx";
import { Icon } from "../ui/Icon.tsx";
import { shellIcons } from "./shell-icons.ts";
import { UserMenu } from "./UserMenu.tsx";

interface ShellHeaderProps {
  readonly isNarrow: boolean;
  readonly isMenuOpen: boolean;
  /** Title of the page; stands in the bar of a narrow window. */
  readonly title: string;
  readonly onToggleMenu: () => void;
  readonly onOpen: (over: "search" | "shortcuts") => void;
  /** Mark and menu in place of the welcome; false with the side menu. */
  readonly topMenu: ReactNode;
}

const { shell, search } = messages;

/** The bar above the page. */
export function ShellHeader({ isNarrow, isMenuOpen, title, onToggleMenu, onOpen, topMenu }: ShellHeaderProps) {
  return (
    <header className="shell-header">
      {!topMenu && (
        <button
          type="button"
          className="icon-button shell-trigger"
          aria-label={triggerName(isNarrow, isMenuOpen)}
          aria-expanded={isMenuOpen}
          onClick={onToggleMenu}
        >
          <Icon shape={triggerIcon(isNarrow, isMenuOpen)} />
        </button>
      )}
      {topMenu || <Words isNarrow={isNarrow} title={title} />}
      {isNarrow || topMenu ? (
        <button type="button" className="icon-button" aria-label={search.title} onClick={() => onOpen("search")}>
          <Icon shape={shellIcons.search} />
        </button>
      ) : (
        <button
          type="button"
          className="search-opener"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => onOpen("search")}
        >
          <Icon shape={shellIcons.search} size={14} />
          <span>{search.title}</span>
          <kbd>{isApple() ? "⌘K" : "Ctrl K"}</kbd>
        </button>
      )}
      {!isNarrow && (
        <button
          type="button"
          className="icon-button"
          aria-label={messages.shortcuts.title}
          title={messages.shortcuts.title}
          onClick={() => onOpen("shortcuts")}
        >
          <Icon shape={shellIcons.question} />
        </button>
      )}
      <NoticeBell />
      <UserMenu isNarrow={isNarrow} />
    </header>
  );
}

function Words({ isNarrow, title }: { readonly isNarrow: boolean; readonly title: string }) {
  return isNarrow ? (
    <b className="shell-title">{title}</b>
  ) : (
    <span className="shell-welcome">{shell.welcome(siteSettings().productName)}</span>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

function triggerName(isNarrow: boolean, isMenuOpen: boolean): string {
  if (isNarrow) return shell.openMenu;
  return isMenuOpen ? shell.collapse : shell.expand;
}

function triggerIcon(isNarrow: boolean, isMenuOpen: boolean) {
  if (isNarrow) return shellIcons.menu;
  return isMenuOpen ? shellIcons.menuFold : shellIcons.menuUnfold;
}
