const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Readonly<Record<string, string>> = isApple
  ? { Mod: "⌘", Shift: "⇧", Enter: "↵", Delete: "⌫" }
  : { Mod: "Ctrl" };

/** A shortcut in the words of this machine's keyboard: `Mod+Shift+D` → `Ctrl+Shift+D` or `⌘⇧D`. */
export const keyWords = (keys: string): string =>
  keys
    .split("+")
    .map((key) => signs[key] ?? key)
    .join(isApple ? "" : "+");
