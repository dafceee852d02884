import type { Palette, ThemeMode } from "./palette.ts";

/** Writes the palette to `:root` as CSS variables (`--text2`, `--chart0` …) and marks the mode. */
export function applyPalette(palette: Palette, mode: ThemeMode, root: HTMLElement = document.documentElement): void {
  root.dataset.theme = mode;
  root.style.colorScheme = mode;
  for (const [name, value] of Object.entries(palette)) {
    if (typeof value === "string") root.style.setProperty(`--${name}`, value);
  }
  palette.chart.forEach((color, index) => {
    root.style.setProperty(`--chart${index}`, color);
  });
}
