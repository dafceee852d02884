import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import { siteSettings } from "../api/site-settings.ts";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import type { Crumb } from "../router/menu-routes.ts";
import { shellIcons } from "../shell/shell-icons.ts";
import { useConsole } from "../stores/console.ts";
import { Icon } from "../ui/Icon.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import "./page-frame.css";

interface PageFrameProps {
  readonly title: string;
  /** Address of a page of the menu; absent for exception pages. */
  readonly path?: string;
  readonly crumbs: readonly Crumb[];
  readonly children: ReactNode;
}

/** Around every page of the shell: browser title, breadcrumb, and a boundary that keeps a failing page to itself. */
export function PageFrame({ title, path, crumbs, children }: PageFrameProps) {
  const { update } = useConsole();
  useEffect(() => {
    document.title = `${title} - ${siteSettings().productName}`;
  }, [title]);
  const isHome = crumbs.length === 0 && title === messages.shell.home;
  return (
    <>
      <nav className="breadcrumb" aria-label={messages.shell.breadcrumb}>
        <ol>
          {!isHome && <CrumbLink crumb={{ title: messages.shell.home, path: homePath }} />}
          {crumbs.map((crumb) => (
            <CrumbLink key={crumb.path ?? crumb.title} crumb={crumb} />
          ))}
          <li aria-current="page">
            <h1>{title}</h1>
          </li>
        </ol>
        {path !== undefined && !isHome && <Mark path={path} />}
      </nav>
      <ErrorBoundary onMissingPart={() => void update.look(true)}>{children}</ErrorBoundary>
    </>
  );
}

/** Puts the page among the marked ones, which the menu search shows first. */
const Mark = observer(function Mark({ path }: { readonly path: string }) {
  const { favourites } = useConsole();
  const isMarked = favourites.isMarked(path);
  const name = isMarked ? messages.search.unmark : messages.search.mark;
  return (
    <button
      type="button"
      className="icon-button page-mark"
      aria-label={name}
      title={name}
      aria-pressed={isMarked}
      onClick={() => favourites.toggle(path)}
    >
      <Icon shape={isMarked ? shellIcons.starFilled : shellIcons.star} size={14} />
    </button>
  );
});

function CrumbLink({ crumb }: { readonly crumb: Crumb }) {
  return <li>{crumb.path === undefined ? crumb.title : <Link to={crumb.path}>{crumb.title}</Link>}</li>;
}
