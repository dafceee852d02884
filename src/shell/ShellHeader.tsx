import { messages } from "../messages/messages.ts";
import { Icon } from "../ui/Icon.tsx";
import { shellIcons } from "./shell-icons.ts";
import { UserMenu } from "./UserMenu.tsx";

interface ShellHeaderProps {
  readonly isNarrow: boolean;
  readonly isMenuOpen: boolean;
  /** Title of the page; stands in the bar of a narrow window. */
  readonly title: string;
  readonly onToggleMenu: () => void;
}

const { shell } = messages;

/** The bar above the page. Search, help and the bell take their place between the title and the user. */
export function ShellHeader({ isNarrow, isMenuOpen, title, onToggleMenu }: ShellHeaderProps) {
  return (
    <header className="shell-header">
      <button
        type="button"
        className="icon-button shell-trigger"
        aria-label={triggerName(isNarrow, isMenuOpen)}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      >
        <Icon shape={triggerIcon(isNarrow, isMenuOpen)} />
      </button>
      {isNarrow ? <b className="shell-title">{title}</b> : <span className="shell-welcome">{shell.welcome}</span>}
      <UserMenu isNarrow={isNarrow} />
    </header>
  );
}

function triggerName(isNarrow: boolean, isMenuOpen: boolean): string {
  if (isNarrow) return shell.openMenu;
  return isMenuOpen ? shell.collapse : shell.expand;
}

function triggerIcon(isNarrow: boolean, isMenuOpen: boolean) {
  if (isNarrow) return shellIcons.menu;
  return isMenuOpen ? shellIcons.menuFold : shellIcons.menuUnfold;
}
