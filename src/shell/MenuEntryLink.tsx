import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { MenuItem } from "../router/menu-routes.ts";
import { useConsole } from "../stores/console.ts";
import { openForeign } from "./open-entry.ts";

interface MenuEntryLinkProps {
  readonly item: MenuItem;
  readonly isSelected?: boolean;
  readonly children: ReactNode;
}

/** A line of the menu that opens something: a page of the console, or another site in a new tab. */
export function MenuEntryLink({ item, isSelected = false, children }: MenuEntryLinkProps) {
  const owner = useConsole();
  const { path, title, foreignUrl, isExternal } = item;
  if (isExternal && foreignUrl !== undefined && !foreignUrl.includes("{{")) {
    return (
      <a title={title} href={foreignUrl} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return (
    <Link
      title={title}
      to={path}
      replace={isSelected}
      aria-current={isSelected ? "page" : undefined}
      onClick={(event) => {
        // Its address is known only now.
        if (!isExternal) return;
        event.preventDefault();
        void openForeign(item, owner);
      }}
    >
      {children}
    </Link>
  );
}
