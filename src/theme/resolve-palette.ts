import { type Palette, palettes, type ThemeMode } from "./palette.ts";
import { defaultPrimary, themeColors } from "./theme-colors.ts";

/** The palette of a mode with the chosen accent colour; an unknown colour reads as the default blue. */
export function resolvePalette(mode: ThemeMode, primary: string): Palette {
  const base: Palette = palettes[mode];
  const accent = themeColors.find((color) => color.primary === primary);
  if (!accent || accent.primary === defaultPrimary) return base;
  const dark = mode === "dark";
  return {
    ...base,
    ...accent[mode],
    primary: accent.primary,
    linkHover: dark ? base.text : accent.light.strongHover,
    strongHover: dark ? accent.dark.strong : accent.light.strongHover,
    strongActive: dark ? accent.dark.strong : accent.light.strongActive,
    tintHover: mixHex(accent[mode].tint, accent.primary, 0.08),
    ring: withAlpha(accent.primary, dark ? 0.3 : 0.2),
    siderSelected: withAlpha(accent.primary, dark ? 0.22 : 0.26),
    infoBg: accent[mode].tint,
    chart: [accent.primary, ...base.chart.slice(1)],
  };
}

function channels(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function withAlpha(hex: string, alpha: number): string {
  return `rgba(${channels(hex).join(",")},${alpha})`;
}

function mixHex(base: string, other: string, share: number): string {
  const target = channels(other);
  const mixed = channels(base).map((channel, index) =>
    Math.round(channel + ((target[index] ?? channel) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
