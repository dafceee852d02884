import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import type { AddressBar } from "../../runtime/react/address-bar.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { messages } from "../messages/messages.ts";
import { generatedScreen } from "../router/generated-screen.ts";
import type { MatchedRoute } from "../router/menu-routes.ts";
import { loadScreenPage } from "../router/preload.ts";
import { useConsole } from "../stores/console.ts";
import { FramePage } from "./FramePage.tsx";
import { GroupPage } from "./GroupPage.tsx";
import { HomePage } from "./HomePage.tsx";
import { PageFrame } from "./PageFrame.tsx";

const ScreenPage = lazyPart(async () => ({ default: (await loadScreenPage()).ScreenPage }));
/** The expression language comes with the first address that needs it. */
const PlaceholderFrame = lazyPart(async () => ({ default: (await import("./PlaceholderFrame.tsx")).PlaceholderFrame }));
const { state } = messages;

interface MenuTargetProps {
  readonly match: MatchedRoute;
  readonly path: string;
  readonly search: string;
  /** The console's services with the page's own part. */
  readonly services: ConsoleServices;
  readonly address: AddressBar;
}

/** What a menu entry shows, in the page's frame. */
export const MenuTarget = observer(function MenuTarget(props: MenuTargetProps) {
  const { tabs } = useConsole();
  const { path, match } = props;
  return (
    <PageFrame title={tabs.titleOf(path) ?? match.route.title} path={path} crumbs={match.route.crumbs}>
      <Target {...props} />
    </PageFrame>
  );
});

function Target({ match, path, search, services, address }: MenuTargetProps) {
  const { target, title } = match.route;
  const given = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
  const params = useMemo(() => ({ ...given, ...match.params }), [given, match]);
  const { tabs } = useConsole();
  const isShared = match.route.path.includes(":");
  // The entry of an address for many forms knows the name of none.
  const name = useMemo(() => (isShared ? (own: string) => tabs.rename(path, own) : undefined), [isShared, tabs, path]);
  const pathParams = JSON.stringify(match.params);
  const made = useMemo(
    () =>
      target.kind === "generated" ? generatedScreen(target.screen, title, JSON.parse(pathParams), path) : undefined,
    [target, title, pathParams, path],
  );
  switch (target.kind) {
    case "screen":
      return (
        <LazyBoundary fallback={<ProgressBar />}>
          <ScreenPage
            screenId={target.screenId}
            component={target.component}
            params={params}
            given={given}
            services={services}
            address={address}
          />
        </LazyBoundary>
      );
    case "generated": {
      if (!made) return <Unready text={state.unknownText(title)} />;
      return (
        <LazyBoundary fallback={<ProgressBar />}>
          <ScreenPage {...made} params={params} given={given} onTitle={name} services={services} address={address} />
        </LazyBoundary>
      );
    }
    case "placeholders":
      return (
        <LazyBoundary fallback={<ProgressBar />}>
          <PlaceholderFrame url={target.url} title={title} isExternal={target.isExternal} />
        </LazyBoundary>
      );
    case "home":
      return <HomePage />;
    case "frame":
    case "external":
      return <FramePage url={target.url} title={title} isExternal={target.kind === "external"} />;
    case "layout":
      return <GroupPage title={title} items={match.route.entries} />;
    case "unknown":
      return <Unready text={state.unknownText(target.component)} />;
    case "noAddress":
      return <Unready text={state.noAddressText(title)} />;
    case "badAddress":
      return <Unready text={state.badAddressText(target.url)} />;
  }
}

function Unready({ text }: { readonly text: string }) {
  return (
    <div className="sc-card">
      <EmptyState kind="empty" title={state.unknownTitle} text={text} />
    </div>
  );
}
