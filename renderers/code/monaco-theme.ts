import type { editor } from "monaco-editor";
import { monaco } from "./monaco.ts";

/** Part of the language → colour of the console's palette. */
const tokenColors: Readonly<Record<string, string>> = {
  "": "text",
  keyword: "purple",
  operator: "text2",
  "operator.sql": "purple",
  "predefined.sql": "link",
  "string.sql": "success",
  predefined: "link",
  string: "success",
  number: "cyan",
  comment: "text3",
  "variable.parameter": "warning",
  tag: "link",
  "attribute.name": "purple",
  "attribute.value": "success",
  "attribute.value.number.css": "cyan",
  "attribute.value.unit.css": "cyan",
  annotation: "warning",
  type: "cyan",
  "string.key.json": "link",
  "string.value.json": "success",
  "keyword.json": "purple",
};

/** Place of the editor → colour of the palette; the pairs are those that the rest of the console shows. */
const placeColors: Readonly<Record<string, string>> = {
  "editor.background": "container",
  "editor.foreground": "text",
  "editor.lineHighlightBackground": "hover",
  "editor.lineHighlightBorder": "hover",
  "editorLineNumber.foreground": "text3",
  "editorLineNumber.activeForeground": "text",
  "editorCursor.foreground": "text",
  "editor.selectionBackground": "tintHover",
  "editor.inactiveSelectionBackground": "tint",
  "editorIndentGuide.background1": "line",
  "editorIndentGuide.activeBackground1": "border",
  "editorBracketMatch.background": "tint",
  "editorBracketMatch.border": "primary",
  "editorError.foreground": "errorDot",
  "editorWarning.foreground": "warningDot",
  "editorWidget.background": "elevated",
  "editorWidget.foreground": "text",
  "editorWidget.border": "border",
  "editorSuggestWidget.background": "elevated",
  "editorSuggestWidget.border": "border",
  "editorSuggestWidget.foreground": "text",
  "editorSuggestWidget.selectedBackground": "tint",
  "editorSuggestWidget.selectedForeground": "text",
  "editorSuggestWidget.selectedIconForeground": "link",
  "editorSuggestWidget.highlightForeground": "link",
  "editorSuggestWidget.focusHighlightForeground": "link",
  "editorHoverWidget.background": "elevated",
  "editorHoverWidget.border": "border",
  "editor.placeholder.foreground": "text3",
  "input.background": "container",
  "input.foreground": "text",
  "input.border": "border",
  "inputOption.activeBackground": "tint",
  "menu.background": "elevated",
  "menu.foreground": "text",
  "menu.selectionBackground": "tint",
  "menu.selectionForeground": "text",
  "list.hoverBackground": "hover",
  focusBorder: "primary",
  "scrollbarSlider.background": "fillStrong",
  "scrollbarSlider.hoverBackground": "borderStrong",
  "scrollbarSlider.activeBackground": "borderStrong",
  "widget.shadow": "line",
};

const themeName = "console";
let stop: (() => void) | undefined;
let users = 0;

/** Keeps the editors' colours those of the page while one of them is open. The answer ends it. */
export function followPalette(): () => void {
  users += 1;
  if (users === 1) {
    const observer = new MutationObserver(paint);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "style"] });
    stop = () => observer.disconnect();
    paint();
  }
  return () => {
    users -= 1;
    if (users === 0) stop?.();
  };
}

function paint(): void {
  const root = getComputedStyle(document.documentElement);
  const colorOf = (name: string) => root.getPropertyValue(`--${name}`).trim();
  /** Outside the console there is no palette, and the editor keeps its own colours. */
  const known = (names: Readonly<Record<string, string>>) =>
    Object.entries(names)
      .map(([place, name]) => [place, colorOf(name)] as const)
      .filter(([, color]) => color !== "");
  const theme: editor.IStandaloneThemeData = {
    base: document.documentElement.dataset.theme === "dark" ? "vs-dark" : "vs",
    inherit: true,
    rules: known(tokenColors).map(([token, color]) => ({ token, foreground: color.slice(1) })),
    colors: Object.fromEntries(known(placeColors)),
  };
  monaco.editor.defineTheme(themeName, theme);
  monaco.editor.setTheme(themeName);
}
