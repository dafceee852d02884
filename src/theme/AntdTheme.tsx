import { StyleProvider } from "@ant-design/cssinjs";
import LoadingOutlined from "@ant-design/icons/LoadingOutlined";
import { ConfigProvider, type ConfigProviderProps } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { type ReactNode, useMemo } from "react";
import { mobileQuery, useMedia } from "../../renderers/layouts/use-media.ts";
import { currentLocale } from "../../runtime/language/language.ts";
import { antdTheme } from "./antd-theme.ts";
import { keptStyles } from "./kept-styles.ts";
import type { ThemeMode } from "./palette.ts";
import { resolvePalette } from "./resolve-palette.ts";

/**
 * antd's words. Buttons that show a year or a month are called what they show.
 *
 * @param module a bundler may hand over the exports of the file instead of its default
 */
function antdWords(module: typeof zhCN & { readonly default?: typeof zhCN }): typeof zhCN {
  const { DatePicker, ...words } = module.default ?? module;
  if (!DatePicker) return words;
  return {
    ...words,
    DatePicker: { ...DatePicker, lang: { ...DatePicker.lang, yearSelect: "", monthSelect: "" } },
  };
}

const languages = {
  "zh-CN": { antd: antdWords(zhCN), dayjs: "zh-cn" },
  "en-US": { antd: antdWords(enUS), dayjs: "en" },
};

/** What every part of antd does alike in the console. */
const conventions: ConfigProviderProps = {
  // The icon carries no name: that of the button stays as it was.
  button: { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden="true" className="late-spinner" /> },
  wave: { disabled: true },
};

const styles = keptStyles();

export interface AntdThemeProps {
  readonly mode: ThemeMode;
  readonly primary: string;
  readonly children: ReactNode;
}

/** antd in the console's colours, language and habits. Phones get controls of a finger's size. */
export function AntdTheme({ mode, primary, children }: AntdThemeProps) {
  const theme = useMemo(() => antdTheme(resolvePalette(mode, primary), mode, primary), [mode, primary]);
  const isPhone = useMedia(mobileQuery);
  const language = languages[currentLocale()];
  dayjs.locale(language.dayjs);
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider
        {...conventions}
        theme={theme}
        locale={language.antd}
        componentSize={isPhone ? "large" : "middle"}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
