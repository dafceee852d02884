import { Activity, memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { type Location, UNSAFE_LocationContext as LocationContext } from "react-router-dom";
import { pageAddress } from "../../runtime/react/address-bar.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { useConsole } from "../stores/console.ts";
import type { KeptPage } from "./kept-pages.ts";
import { MenuTarget } from "./MenuTarget.tsx";
import { useKeptScroll } from "./use-kept-scroll.ts";

interface PageStackProps {
  readonly pages: readonly KeptPage[];
  /** Path of the page in sight; undefined while an exception page is shown. */
  readonly shown: string | undefined;
}

/**
 * The open pages, one in sight. Hidden ones keep everything a person left there (scroll, filters, half-typed forms)
 * while their effects stand still.
 */
export function PageStack({ pages, shown }: PageStackProps) {
  return pages.map((page) => <KeptPageView key={page.key} page={page} isShown={page.path === shown} />);
}

interface KeptPageViewProps {
  readonly page: KeptPage;
  readonly isShown: boolean;
}

const KeptPageView = memo(function KeptPageView({ page, isShown }: KeptPageViewProps) {
  const { unsaved } = useConsole();
  const { key } = page;
  const work = unsaved.page(key);
  // Said before the effects of a page that is being hidden end, so that its forms stay counted.
  if (!isShown) work.isShown = false;
  useEffect(() => () => unsaved.drop(key), [unsaved, key]);
  return (
    <Activity mode={isShown ? "visible" : "hidden"}>
      <PageBody page={page} />
    </Activity>
  );
});

/** Path of the page that was drawn until now and had the focus. */
let left: string | undefined;

/** A page that is drawn anew where it stood, as after a first saving, keeps the focus from going to the top of the document. */
function useFocusKept(place: RefObject<HTMLElement | null>, path: string): void {
  useLayoutEffect(() => {
    const body = place.current;
    if (left === path) body?.closest("main")?.focus({ preventScroll: true });
    left = undefined;
    return () => {
      if (body?.contains(document.activeElement)) left = path;
    };
  }, [place, path]);
}

function PageBody({ page }: { readonly page: KeptPage }) {
  const { services, unsaved, tabs, permissions } = useConsole();
  const { key, path, search } = page;
  const { permissionList } = page.match.route;
  const place = useRef<HTMLDivElement>(null);
  useKeptScroll(place);
  useFocusKept(place, path);
  const address = useMemo(() => pageAddress(path, search, (next) => tabs.remember(path, next)), [path, search, tabs]);
  const own = useMemo<ConsoleServices>(
    () =>
      Object.create(services, {
        unsaved: { value: unsaved.page(key), enumerable: true },
        hasPermission: { value: (code: string) => permissions.has(code, permissionList), enumerable: true },
      }),
    [services, unsaved, key, permissions, permissionList],
  );
  useLayoutEffect(() => {
    unsaved.page(key).show();
    // The router may have come here without the query that the page has by now.
    address.write(address.read());
  }, [unsaved, key, address]);
  return (
    <div ref={place} className="kept-page sc-stack sc-grow">
      <OwnLocation path={path} search={search}>
        <MenuTarget match={page.match} path={path} search={search} services={own} address={address} />
      </OwnLocation>
    </div>
  );
}

/** A page behind another tab still stands at its own address: the navigation of others does not draw it again. */
function OwnLocation(props: { readonly path: string; readonly search: string; readonly children: ReactNode }) {
  const { path, search, children } = props;
  const value = useMemo(() => {
    const location: Location = { pathname: path, search, hash: "", state: null, key: path };
    return { location, navigationType: "PUSH" as never };
  }, [path, search]);
  return <LocationContext.Provider value={value}>{children}</LocationContext.Provider>;
}
