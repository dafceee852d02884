import { ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import { observer } from "mobx-react-lite";
import { type ReactNode, useMemo } from "react";
import { currentLocale } from "../../runtime/language/language.ts";
import { useConsole } from "../stores/console.ts";
import { antdTheme } from "../theme/antd-theme.ts";
import { resolvePalette } from "../theme/resolve-palette.ts";

const antdLocales = { "zh-CN": zhCN, "en-US": enUS };

/** antd's theme and language as the settings say; loaded with the first antd part of a screen. */
export const AntdFrame = observer(function AntdFrame({ children }: { readonly children: ReactNode }) {
  const { settings } = useConsole();
  const { mode, primary } = settings;
  const theme = useMemo(() => antdTheme(resolvePalette(mode, primary), mode, primary), [mode, primary]);
  return (
    <ConfigProvider
      theme={theme}
      locale={antdLocales[currentLocale()]}
      button={{ autoInsertSpace: false }}
      form={{ colon: false }}
    >
      {children}
    </ConfigProvider>
  );
});
