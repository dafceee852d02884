import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect } from "react";
import { AntdFrameProvider } from "../../renderers/layouts/antd-frame.tsx";
import { whenIdle } from "../router/when-idle.ts";
import { useConsole } from "../stores/console.ts";
import { registeredPages } from "./registered-pages.ts";

interface ScreenPageProps {
  readonly screenId: string;
  readonly params: Readonly<Record<string, string>>;
}

const loadScreens = () => import("../../renderers/screens/ScreenHost.tsx");
const ScreenHost = lazy(async () => ({ default: (await loadScreens()).ScreenHost }));
const loadAntdFrame = () => import("./AntdFrame.tsx");
const AntdFrame = lazy(async () => ({ default: (await loadAntdFrame()).AntdFrame }));

export function preloadScreens(): Promise<unknown> {
  return loadScreens();
}

/** A screen drawn from its documents. antd and its theme arrive with the first dialog or choice, not with the list. */
export const ScreenPage = observer(function ScreenPage({ screenId, params }: ScreenPageProps) {
  const { services, navigation } = useConsole();
  const findPage = (idOrPath: string) =>
    navigation.current.routes.find(
      ({ path, target }) => path === idOrPath || (target.kind === "screen" && target.screenId === idOrPath),
    );
  useEffect(
    () =>
      whenIdle(() => {
        void loadAntdFrame();
        void import("./date-locale.ts");
      }),
    [],
  );
  return (
    <AntdFrameProvider value={AntdFrame}>
      <Suspense fallback={null}>
        <ScreenHost
          screenId={screenId}
          params={params}
          services={services}
          pages={registeredPages}
          findPage={findPage}
        />
      </Suspense>
    </AntdFrameProvider>
  );
});
