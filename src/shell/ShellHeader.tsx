import MenuFoldOutlined from "@ant-design/icons/MenuFoldOutlined";
import MenuOutlined from "@ant-design/icons/MenuOutlined";
import MenuUnfoldOutlined from "@ant-design/icons/MenuUnfoldOutlined";
import QuestionCircleOutlined from "@ant-design/icons/QuestionCircleOutlined";
import SearchOutlined from "@ant-design/icons/SearchOutlined";
import { Button } from "antd";
import type { ReactNode } from "react";
import { siteSettings } from "../api/site-settings.ts";
import { messages } from "../messages/messages.ts";
import { NoticeBell } from "../notices/NoticeBell.tsx";
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
    <header className="shell-header sc-under sc-unprinted sc-line sc-still">
      {!topMenu && (
        <Button
          type="text"
          icon={triggerIcon(isNarrow, isMenuOpen)}
          aria-label={triggerName(isNarrow, isMenuOpen)}
          aria-expanded={isMenuOpen}
          onClick={onToggleMenu}
        />
      )}
      {topMenu || <Words isNarrow={isNarrow} title={title} />}
      {isNarrow || topMenu ? (
        <Button
          type="text"
          icon={<SearchOutlined aria-hidden="true" />}
          aria-label={search.title}
          onClick={() => onOpen("search")}
        />
      ) : (
        <Button
          color="default"
          variant="filled"
          className="search-opener"
          icon={<SearchOutlined aria-hidden="true" />}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => onOpen("search")}
        >
          {search.title} <kbd className="sc-end">{isApple() ? "⌘K" : "Ctrl K"}</kbd>
        </Button>
      )}
      {!isNarrow && (
        <Button
          type="text"
          icon={<QuestionCircleOutlined aria-hidden="true" />}
          aria-label={messages.shortcuts.title}
          title={messages.shortcuts.title}
          onClick={() => onOpen("shortcuts")}
        />
      )}
      <NoticeBell />
      <UserMenu isNarrow={isNarrow} />
    </header>
  );
}

function Words({ isNarrow, title }: { readonly isNarrow: boolean; readonly title: string }) {
  return isNarrow ? (
    <b className="sc-big sc-grow sc-cut">{title}</b>
  ) : (
    <span className="shell-welcome sc-grow sc-muted">{shell.welcome(siteSettings().productName)}</span>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

function triggerName(isNarrow: boolean, isMenuOpen: boolean): string {
  if (isNarrow) return shell.openMenu;
  return isMenuOpen ? shell.collapse : shell.expand;
}

function triggerIcon(isNarrow: boolean, isMenuOpen: boolean): ReactNode {
  if (isNarrow) return <MenuOutlined aria-hidden="true" />;
  return isMenuOpen ? <MenuFoldOutlined aria-hidden="true" /> : <MenuUnfoldOutlined aria-hidden="true" />;
}
