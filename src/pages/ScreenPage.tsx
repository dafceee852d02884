import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import { ContentsContext } from "../../renderers/registered-contents.ts";
import type { AddressBar } from "../../runtime/react/address-bar.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { followPublished } from "../live/published-screens.ts";
import { MenuIcon } from "../shell/MenuIcon.tsx";
import { useConsole } from "../stores/console.ts";
import { registeredContents } from "./registered-contents.ts";
import { registeredPages } from "./registered-pages.tsx";

interface ScreenPageProps {
  readonly screenId: string;
  /** The menu's own name for the page, where that is not a document id. */
  readonly component?: string | undefined;
  /** A document made here instead of one that the server keeps. */
  readonly document?: ScreenDocument | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Parameters of the address that the list takes as conditions. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** Conditions that the address stands for and nobody changes; the same object while the page lives. */
  readonly fixed?: Readonly<Record<string, string>> | undefined;
  /** Hears what the page is called, where its menu entry cannot know. */
  readonly onTitle?: ((title: string) => void) | undefined;
  readonly services: ConsoleServices;
  readonly address: AddressBar;
}

const loadScreens = () => import("../../renderers/screens/ScreenHost.tsx");
const ScreenHost = lazyPart(async () => ({ default: (await loadScreens()).ScreenHost }));

const NewVersion = lazyPart(async () => ({ default: (await import("../studio/NewVersion.tsx")).NewVersion }));

export function preloadScreens(): Promise<unknown> {
  return loadScreens();
}

/** A screen drawn from its documents. */
export const ScreenPage = observer(function ScreenPage(props: ScreenPageProps) {
  const { screenId, component, document, params, given, fixed, onTitle, services, address } = props;
  const { navigation } = useConsole();
  const findPage = (idOrPath: string) => {
    const page = navigation.current.routes.find(
      ({ path, target }) => path === idOrPath || (target.kind === "screen" && target.screenId === idOrPath),
    );
    return page && { path: page.path, title: page.title, face: page.icon ? <MenuIcon icon={page.icon} /> : null };
  };
  const [isOld, setOld] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => followPublished((screens) => screens.includes(screenId) && setOld(true)), [screenId]);
  const refresh = () => {
    setOld(false);
    setRound((count) => count + 1);
  };
  return (
    <ContentsContext value={registeredContents}>
      {isOld ? (
        <LazyBoundary fallback={null}>
          <NewVersion onRefresh={refresh} />
        </LazyBoundary>
      ) : null}
      <LazyBoundary fallback={<ProgressBar />}>
        <ScreenHost
          key={round}
          screenId={screenId}
          component={component}
          document={document}
          params={params}
          given={given}
          fixed={fixed}
          onTitle={onTitle}
          services={services}
          address={address}
          pages={registeredPages}
          findPage={findPage}
        />
      </LazyBoundary>
    </ContentsContext>
  );
});
