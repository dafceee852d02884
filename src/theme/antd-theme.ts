import { type ThemeConfig, theme } from "antd";
import type { Palette, ThemeMode } from "./palette.ts";

const font = `-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif`;
const shape = {
  fontFamily: font,
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 16,
  fontWeightStrong: 600,
  lineHeight: 22 / 14,
  sizeUnit: 4,
  sizeStep: 4,
  controlHeight: 32,
  controlHeightSM: 24,
  controlHeightLG: 40,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusXS: 2,
  borderRadiusLG: 8,
  lineWidth: 1,
  lineWidthFocus: 2,
  motionDurationFast: "0.08s",
  motionDurationMid: "0.14s",
  motionDurationSlow: "0.18s",
  motionEaseOut: "cubic-bezier(0.2, 0, 0, 1)",
  motionEaseInOut: "cubic-bezier(0.2, 0, 0, 1)",
  wireframe: false,
};

function componentTokens(c: Palette): NonNullable<ThemeConfig["components"]> {
  return {
    Button: {
      colorPrimary: c.strong,
      colorPrimaryHover: c.strongHover,
      colorPrimaryActive: c.strongActive,
      primaryShadow: "none",
      contentFontSizeSM: 12,
      paddingInlineSM: 8,
      fontWeight: 400,
    },
    Input: {
      activeShadow: `0 0 0 2px ${c.ring}`,
      errorActiveShadow: `0 0 0 2px ${c.ringError}`,
      hoverBorderColor: c.borderStrong,
      activeBorderColor: c.primary,
      paddingInline: 10,
    },
    InputNumber: {
      activeShadow: `0 0 0 2px ${c.ring}`,
      hoverBorderColor: c.borderStrong,
      activeBorderColor: c.primary,
      paddingInline: 10,
    },
    Select: {
      optionHeight: 32,
      optionPadding: "5px 10px",
      optionSelectedBg: c.tint,
      optionSelectedColor: c.link,
      optionSelectedFontWeight: 400,
      optionActiveBg: c.fill,
      activeOutlineColor: c.ring,
      hoverBorderColor: c.borderStrong,
      activeBorderColor: c.primary,
      multipleItemBg: c.fill,
    },
    DatePicker: {
      activeShadow: `0 0 0 2px ${c.ring}`,
      hoverBorderColor: c.borderStrong,
      activeBorderColor: c.primary,
      paddingInline: 10,
    },
    Tabs: {
      itemSelectedColor: c.link,
      itemHoverColor: c.link,
      inkBarColor: c.primary,
      horizontalItemPadding: "10px 0",
      horizontalItemGutter: 24,
      horizontalMargin: "0",
      titleFontSize: 14,
    },
    Tree: {
      titleHeight: 32,
      nodeSelectedBg: c.tint,
      nodeHoverBg: c.fill,
      nodeSelectedColor: c.link,
    },
    Tooltip: { colorBgSpotlight: c.tip, colorTextLightSolid: "#FFFFFF", borderRadius: 6 },
    Dropdown: { paddingBlock: 5, controlItemBgHover: c.fill },
  };
}

/**
 * The antd theme of a palette. The numbers are the design's; `strong` fills carry white text, `primary` marks do not.
 * The algorithm derives what is not named here.
 */
export function antdTheme(c: Palette, mode: ThemeMode, primary: string): ThemeConfig {
  return {
    token: {
      ...shape,
      // The style sheet leaves no transition that antd could wait for.
      motion: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      colorPrimary: primary,
      colorInfo: primary,
      colorWarning: c.warningDot,
      colorError: c.error,
      colorWarningText: c.warning,
      colorLink: c.link,
      colorLinkHover: c.linkHover,
      colorLinkActive: c.linkHover,
      colorText: c.text,
      colorTextSecondary: c.text2,
      colorTextTertiary: c.text3,
      colorTextQuaternary: c.text4,
      colorTextPlaceholder: c.placeholder,
      colorTextDisabled: c.text4,
      colorTextHeading: c.text,
      colorTextDescription: c.text3,
      colorIcon: c.text3,
      colorIconHover: c.text,
      colorBgContainer: c.container,
      colorBgElevated: c.elevated,
      colorBgMask: c.mask,
      colorBgContainerDisabled: c.head,
      colorBorder: c.border,
      colorBorderSecondary: c.line,
      colorSplit: c.line,
      colorFill: c.fillStrong,
      colorFillSecondary: c.fill,
      colorFillTertiary: c.fill,
      colorFillQuaternary: c.head,
      controlItemBgHover: c.fill,
      controlItemBgActive: c.tint,
      controlItemBgActiveHover: c.tintHover,
      colorPrimaryBg: c.tint,
      colorPrimaryBgHover: c.tintHover,
      colorErrorBg: c.errorBg,
      colorWarningBg: c.warningBg,
      controlOutline: c.ring,
      boxShadow: c.shadowModal,
      boxShadowSecondary: c.shadow,
    },
    components: componentTokens(c),
    algorithm: mode === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
    hashed: false,
    // Each part stands in a frame of its own; those of one theme share their rules.
    cssVar: { key: `sc-${mode}-${primary.slice(1)}` },
  };
}
