import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import type { Crumb } from "../router/menu-routes.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import "./page-frame.css";

interface PageFrameProps {
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  readonly children: ReactNode;
}

/** Around every page of the shell: browser title, breadcrumb, and a boundary that keeps a failing page to itself. */
export function PageFrame({ title, crumbs, children }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} - ${messages.product.name}`;
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
      </nav>
      <ErrorBoundary>{children}</ErrorBoundary>
    </>
  );
}

function CrumbLink({ crumb }: { readonly crumb: Crumb }) {
  return <li>{crumb.path === undefined ? crumb.title : <Link to={crumb.path}>{crumb.title}</Link>}</li>;
}
