import StarFilled from "@ant-design/icons/StarFilled";
import StarOutlined from "@ant-design/icons/StarOutlined";
import { Breadcrumb, Button } from "antd";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import type { Crumb } from "../router/menu-routes.ts";
import { useBrowserTitle } from "../router/use-browser-title.ts";
import { useConsole } from "../stores/console.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import "./page-frame.css";

const home: Crumb = { title: messages.shell.home, path: homePath };

interface PageFrameProps {
  readonly title: string;
  /** Address of a page of the menu; absent for exception pages. */
  readonly path?: string;
  readonly crumbs: readonly Crumb[];
  readonly children: ReactNode;
}

/** Around every page of the shell: browser title, breadcrumb, and a boundary that keeps a failing page to itself. */
export function PageFrame({ title, path, crumbs, children }: PageFrameProps) {
  useBrowserTitle(title);
  const isHome = crumbs.length === 0 && title === messages.shell.home;
  return (
    <>
      <div className="page-way sc-unprinted sc-line sc-still">
        <Breadcrumb
          aria-label={messages.shell.breadcrumb}
          items={[
            ...[...(isHome ? [] : [home]), ...crumbs].map((crumb) => ({
              key: crumb.path ?? crumb.title,
              title: crumb.path === undefined ? crumb.title : <Link to={crumb.path}>{crumb.title}</Link>,
            })),
            { key: "page", title: <h1 aria-current="page">{title}</h1> },
          ]}
        />
        {path !== undefined && !isHome && <Mark path={path} />}
      </div>
      <ErrorBoundary>{children}</ErrorBoundary>
    </>
  );
}

/** Puts the page among the marked ones, which the menu search shows first. */
const Mark = observer(function Mark({ path }: { readonly path: string }) {
  const { favourites } = useConsole();
  const isMarked = favourites.isMarked(path);
  const name = isMarked ? messages.search.unmark : messages.search.mark;
  return (
    <Button
      type="text"
      size="small"
      icon={isMarked ? <StarFilled aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
      aria-label={name}
      title={name}
      aria-pressed={isMarked}
      onClick={() => favourites.toggle(path)}
    />
  );
});
