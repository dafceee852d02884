import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { findLanding, findRoute, type MatchedRoute, type MenuRoute, pathOfScreen } from "../router/menu-routes.ts";
import { type Console, useConsole } from "../stores/console.ts";
import { type KeptPage, keepPages, type ShownPage } from "./kept-pages.ts";
import { PageStack } from "./PageStack.tsx";
import { StatePage, statePages } from "./StatePage.tsx";
import { UnknownAddress } from "./UnknownAddress.tsx";

/** Finds what the address shows among the addresses of the signed-in person. Others are refused or lead to /404. */
export const MenuPage = observer(function MenuPage() {
  const { navigation, permissions } = useConsole();
  const { pathname, search } = useLocation();
  const fixed = statePages[pathname];
  const match = fixed ? undefined : findRoute(navigation.current, pathname);
  const ofScreen = fixed || match ? undefined : pathOfScreen(navigation.current, pathname.slice(1));
  const isPage = match !== undefined && match.route.redirect === undefined;
  const pages = useKeptPages(isPage ? match : undefined);
  useTab(isPage ? match.route : undefined);
  return (
    <>
      <PageStack pages={pages} shown={isPage ? pathname : undefined} />
      {fixed && <StatePage page={fixed} />}
      {/* While signing out the list is already empty; the address is not wrong then, it is being left. */}
      {ofScreen && <Navigate to={ofScreen + search} replace />}
      {!fixed && !match && !ofScreen && permissions.isLoaded && <UnknownAddress path={pathname} />}
      {match && !isPage && <Navigate to={findLanding(navigation.current, match.route) ?? "/404"} replace />}
    </>
  );
});

/** The mounted pages after this navigation; what the address shows is among them at once. */
function useKeptPages(match: MatchedRoute | undefined): readonly KeptPage[] {
  const owner = useConsole();
  const [kept, setKept] = useState<readonly KeptPage[]>([]);
  const shown = useShown(match);
  const next = keepPages(kept, shown, (page) => isKept(owner, page));
  if (next !== kept) setKept(next);
  useEffect(() => {
    // The last page is still drawn while the person signs out; nothing of them is stored any more.
    if (owner.permissions.isLoaded) owner.tabs.noteKept(next.map(({ match: { route } }) => route.componentName));
  }, [owner, next]);
  return next;
}

function useShown(match: MatchedRoute | undefined): ShownPage | undefined {
  const { tabs } = useConsole();
  const { pathname, search, key, state } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const isReturn = isBack || (state as { readonly isReturn?: boolean } | null)?.isReturn === true;
  const round = tabs.roundOf(pathname);
  if (!match) return undefined;
  return { path: pathname, match, search, tabSearch: tabs.searchOf(pathname), locationKey: key, round, isReturn };
}

/** With tabs a page stays as long as its tab; without them only those stay that their menu entry marks. */
function isKept({ settings, tabs }: Console, page: KeptPage): boolean {
  const { keepAlive, hideTab } = page.match.route;
  if (!settings.multipage || hideTab) return keepAlive;
  return tabs.open.some(({ path }) => path === page.path);
}

/** Opens a tab for the page that is shown, unless its menu entry hides it. */
function useTab(route: Pick<MenuRoute, "title" | "hideTab"> | undefined): void {
  const { settings, tabs, favourites, update } = useConsole();
  const { pathname, search, hash } = useLocation();
  const { multipage } = settings;
  const { title, hideTab } = route ?? {};
  useEffect(() => {
    if (title !== undefined) favourites.visit(pathname);
    void update.look();
  }, [favourites, update, pathname, title]);
  useEffect(() => {
    if (title === undefined || hideTab) return;
    tabs.visit({ path: pathname, search: search + hash, title }, multipage);
  }, [tabs, pathname, search, hash, title, hideTab, multipage]);
}
