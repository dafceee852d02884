import { useSyncExternalStore } from "react";

/** Colours of the page that charts are drawn in; resolved, because a saved picture has no page around it. */
export interface ChartColors {
  /** Series in their order. */
  readonly series: readonly string[];
  readonly primary: string;
  readonly strong: string;
  readonly tint: string;
  readonly text: string;
  readonly label: string;
  readonly line: string;
  readonly cross: string;
  readonly container: string;
}

const names = {
  primary: "primary",
  strong: "strong",
  tint: "tint",
  text: "text",
  label: "text3",
  line: "line",
  cross: "text4",
  container: "container",
} as const;

let known: { readonly key: string; readonly colors: ChartColors } | undefined;

/** The same object as long as the palette is the same. */
export function readChartColors(): ChartColors {
  const root = getComputedStyle(document.documentElement);
  const colorOf = (name: string) => root.getPropertyValue(`--${name}`).trim() || "#000000";
  const series = [0, 1, 2, 3, 4, 5].map((index) => colorOf(`chart${index}`));
  const others = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, colorOf(name)]));
  const colors = { ...others, series } as unknown as ChartColors;
  const key = JSON.stringify(colors);
  if (known?.key !== key) known = { key, colors };
  return known.colors;
}

function follow(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "style"] });
  return () => observer.disconnect();
}

/** The colours now; a chart is drawn anew when the theme changes. */
export const useChartColors = (): ChartColors => useSyncExternalStore(follow, readChartColors);
