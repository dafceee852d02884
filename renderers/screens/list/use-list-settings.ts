import { useState } from "react";
import type { Density } from "../../table/table-layout.ts";

interface ListSettings {
  readonly density: Density;
  readonly hidden: readonly string[];
}

const defaults: ListSettings = { density: "middle", hidden: [] };

/** How this person wants this list: density and hidden columns, kept in the browser per user and screen. */
export function useListSettings(screenId: string, userId: string) {
  const key = `list-settings:${userId}:${screenId}`;
  const [settings, setSettings] = useState(() => readSettings(key));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(settings.hidden));
  const keep = (next: ListSettings) => {
    setSettings(next);
    writeSettings(key, next);
  };
  return {
    density: settings.density,
    hidden,
    setDensity: (density: Density) => keep({ ...settings, density }),
    setHidden: (next: ReadonlySet<string>) => {
      setHidden(next);
      keep({ ...settings, hidden: [...next] });
    },
  };
}

function readSettings(key: string): ListSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<ListSettings>;
    const density = stored.density === "large" || stored.density === "small" ? stored.density : "middle";
    return {
      density,
      hidden: Array.isArray(stored.hidden) ? stored.hidden.filter((name) => typeof name === "string") : [],
    };
  } catch {
    return defaults;
  }
}

function writeSettings(key: string, settings: ListSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A full or closed storage only costs the memory of the choice.
  }
}
