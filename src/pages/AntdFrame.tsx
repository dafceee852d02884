import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import { observer } from "mobx-react-lite";
import { type ReactNode, useMemo } from "react";
import { useConsole } from "../stores/console.ts";
import { antdTheme } from "../theme/antd-theme.ts";
import { resolvePalette } from "../theme/resolve-palette.ts";

/** antd's theme and language as the settings say; loaded with the first antd part of a screen. */
export const AntdFrame = observer(function AntdFrame({ children }: { readonly children: ReactNode }) {
  const { settings } = useConsole();
  const { mode, primary } = settings;
  const theme = useMemo(() => antdTheme(resolvePalette(mode, primary), mode, primary), [mode, primary]);
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={{ autoInsertSpace: false }} form={{ colon: false }}>
      {children}
    </ConfigProvider>
  );
});
