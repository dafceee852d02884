import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { whenIdle } from "../router/when-idle.ts";
import { useConsole } from "../stores/console.ts";
import { antdTheme } from "../theme/antd-theme.ts";
import { resolvePalette } from "../theme/resolve-palette.ts";
import { registeredPages } from "./registered-pages.ts";

interface ScreenPageProps {
  readonly screenId: string;
  readonly params: Readonly<Record<string, string>>;
}

const loadScreens = () => import("../../renderers/screens/ScreenHost.tsx");
const ScreenHost = lazy(async () => ({ default: (await loadScreens()).ScreenHost }));

export function preloadScreens(): Promise<unknown> {
  return loadScreens();
}

/** A screen drawn from its documents, inside the theme. antd arrives with the first of them, not with the shell. */
export const ScreenPage = observer(function ScreenPage({ screenId, params }: ScreenPageProps) {
  const { settings, services } = useConsole();
  const { mode, primary } = settings;
  const theme = useMemo(() => antdTheme(resolvePalette(mode, primary), mode, primary), [mode, primary]);
  useEffect(() => whenIdle(() => void import("./date-locale.ts")), []);
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={{ autoInsertSpace: false }} form={{ colon: false }}>
      <Suspense fallback={null}>
        <ScreenHost screenId={screenId} params={params} services={services} pages={registeredPages} />
      </Suspense>
    </ConfigProvider>
  );
});
