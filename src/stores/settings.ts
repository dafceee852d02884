import { action, computed, makeObservable, observable, observableRef } from "mobx";
import type { ThemeMode } from "../theme/palette.ts";
import { defaultPrimary, themeColors } from "../theme/theme-colors.ts";
import type { LocalEntries } from "./local-entries.ts";

/** What a person chose for this browser. */
export interface SettingValues {
  readonly theme: ThemeMode | "system";
  /** One of `themeColors`. */
  readonly primary: string;
  /** Side menu shown as icons only. */
  readonly collapsed: boolean;
  /** A tab per open page. */
  readonly multipage: boolean;
  /** For weak colour vision: stronger greys, underlined links, no motion. */
  readonly weak: boolean;
}

export const defaultSettings: SettingValues = {
  theme: "light",
  primary: defaultPrimary,
  collapsed: false,
  multipage: true,
  weak: false,
};

/** Settings of the interface, stored in this browser. A stored value that is no longer offered reads as the default. */
export class SettingsStore {
  private readonly entries: LocalEntries;
  private values: SettingValues;
  private systemDark: boolean;

  constructor(entries: LocalEntries, systemDark: boolean) {
    this.entries = entries;
    this.values = readSettings(entries.read("settings"));
    this.systemDark = systemDark;
    makeObservable<this, "values" | "systemDark">(this, {
      values: observableRef,
      systemDark: observable,
      mode: computed,
      change: action,
      followSystem: action,
    });
  }

  get theme(): SettingValues["theme"] {
    return this.values.theme;
  }

  get primary(): string {
    return this.values.primary;
  }

  get collapsed(): boolean {
    return this.values.collapsed;
  }

  get multipage(): boolean {
    return this.values.multipage;
  }

  get weak(): boolean {
    return this.values.weak;
  }

  get mode(): ThemeMode {
    if (this.values.theme !== "system") return this.values.theme;
    return this.systemDark ? "dark" : "light";
  }

  change(values: Partial<SettingValues>): void {
    this.values = { ...this.values, ...values };
    this.entries.write("settings", this.values);
  }

  /** Called when the operating system switches between light and dark. */
  followSystem(dark: boolean): void {
    this.systemDark = dark;
  }
}

function readSettings(stored: unknown): SettingValues {
  const { theme, primary, collapsed, multipage, weak } = (
    typeof stored === "object" && stored !== null ? stored : {}
  ) as Partial<SettingValues>;
  return {
    theme: theme === "dark" || theme === "system" ? theme : defaultSettings.theme,
    primary: themeColors.find((color) => color.primary === primary)?.primary ?? defaultSettings.primary,
    collapsed: collapsed === true,
    multipage: multipage !== false,
    weak: weak === true,
  };
}
