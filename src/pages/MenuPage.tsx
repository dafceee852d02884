import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { findLanding, findRoute, type MatchedRoute } from "../router/menu-routes.ts";
import { loadScreenPage } from "../router/preload.ts";
import { useConsole } from "../stores/console.ts";
import { FramePage } from "./FramePage.tsx";
import { HomePage } from "./HomePage.tsx";
import { PageFrame } from "./PageFrame.tsx";
import { StatePage, statePages } from "./StatePage.tsx";
import { StateView } from "./StateView.tsx";

const ScreenPage = lazy(async () => ({ default: (await loadScreenPage()).ScreenPage }));
const { state } = messages;

/** Finds what the address shows among the addresses of the signed-in person. Unknown ones lead to /404. */
export const MenuPage = observer(function MenuPage() {
  const { navigation, permissions, tabs } = useConsole();
  const { pathname } = useLocation();
  useTab();
  const fixed = statePages[pathname];
  if (fixed) return <StatePage page={fixed} />;
  const match = findRoute(navigation.current, pathname);
  // While signing out the list is already empty; the address is not wrong then, it is being left.
  if (!match) return permissions.isLoaded ? <Navigate to="/404" replace /> : null;
  if (match.route.redirect !== undefined) {
    return <Navigate to={findLanding(navigation.current, match.route) ?? "/404"} replace />;
  }
  return (
    <PageFrame
      key={`${pathname} ${tabs.roundOf(pathname)}`}
      title={tabs.titleOf(pathname) ?? match.route.title}
      crumbs={match.route.crumbs}
    >
      <Target match={match} />
    </PageFrame>
  );
});

/** Opens a tab for the page that is shown, and keeps its query up to date. */
function useTab(): void {
  const { navigation, settings, tabs } = useConsole();
  const { pathname, search, hash } = useLocation();
  const route = findRoute(navigation.current, pathname)?.route;
  const title = route?.redirect === undefined ? route?.title : undefined;
  const { multipage } = settings;
  useEffect(() => {
    if (title !== undefined) tabs.visit({ path: pathname, search: search + hash, title }, multipage);
  }, [tabs, pathname, search, hash, title, multipage]);
}

function Target({ match }: { readonly match: MatchedRoute }) {
  const { search } = useLocation();
  const { target, title } = match.route;
  switch (target.kind) {
    case "screen": {
      const params = { ...Object.fromEntries(new URLSearchParams(search)), ...match.params };
      return (
        <Suspense fallback={null}>
          <ScreenPage screenId={target.screenId} params={params} />
        </Suspense>
      );
    }
    case "home":
      return <HomePage />;
    case "frame":
    case "external":
      return <FramePage url={target.url} title={title} isExternal={target.kind === "external"} />;
    case "layout":
      return <Unready text={state.unknownText(title)} />;
    case "unknown":
      return <Unready text={state.unknownText(target.component)} />;
    case "badAddress":
      return <Unready text={state.badAddressText(target.url)} />;
  }
}

function Unready({ text }: { readonly text: string }) {
  return (
    <div className="page-card">
      <StateView kind="empty" title={state.unknownTitle} text={text} />
    </div>
  );
}
