import { action, computed, makeObservable, observable, observableRef } from "mobx";
import { siteSettings } from "../api/site-settings.ts";
import type { ThemeMode } from "../theme/palette.ts";
import { defaultPrimary, themeColors } from "../theme/theme-colors.ts";
import type { LocalEntries } from "./local-entries.ts";

/** What a person chose for this browser. */
export interface SettingValues {
  readonly theme: ThemeMode | "system";
  /** One of `themeColors`. */
  readonly primary: string;
  readonly menuStyle: "dark" | "light";
  /** Where the main menu stands in a wide window. */
  readonly layout: "side" | "top";
  /** 1200 pixels, or the whole window; counts with the top menu only. */
  readonly contentWidth: "fixed" | "fluid";
  /** The header stays while the page scrolls. */
  readonly fixedHeader: boolean;
  /** The header leaves after 100 pixels; counts with the fixed header only. */
  readonly autoHideHeader: boolean;
  /** The side menu stays while the page scrolls. */
  readonly fixedSider: boolean;
  /** Side menu shown as icons only. */
  readonly collapsed: boolean;
  /** A tab per open page. */
  readonly multipage: boolean;
  /** For weak colour vision: stronger greys, underlined links, no motion. */
  readonly weak: boolean;
  /** Minutes without a touch after which the screen is locked; 0 = never. */
  readonly lockMinutes: number;
}

export const defaultSettings: SettingValues = {
  theme: "light",
  primary: defaultPrimary,
  menuStyle: "dark",
  layout: "side",
  contentWidth: "fixed",
  fixedHeader: true,
  autoHideHeader: false,
  fixedSider: true,
  collapsed: false,
  multipage: true,
  weak: false,
  lockMinutes: 0,
};

/** Choices of `lockMinutes`. */
export const lockChoices: readonly number[] = [0, 5, 15, 30, 60];

/** Settings of the interface, stored in this browser. A stored value that is no longer offered reads as the default. */
export class SettingsStore {
  private readonly entries: LocalEntries;
  private current: SettingValues;
  private systemDark: boolean;

  constructor(entries: LocalEntries, systemDark: boolean) {
    this.entries = entries;
    this.current = readSettings(entries.read("settings"));
    this.systemDark = systemDark;
    makeObservable<this, "current" | "systemDark">(this, {
      current: observableRef,
      systemDark: observable,
      mode: computed,
      change: action,
      reset: action,
      followSystem: action,
    });
  }

  /** As chosen; some count only beside others, which the getters below know. */
  get values(): SettingValues {
    return this.current;
  }

  get theme(): SettingValues["theme"] {
    return this.current.theme;
  }

  get primary(): string {
    return this.current.primary;
  }

  get collapsed(): boolean {
    return this.current.collapsed;
  }

  get multipage(): boolean {
    return this.current.multipage;
  }

  get weak(): boolean {
    return this.current.weak;
  }

  get isFluid(): boolean {
    return this.current.layout === "side" || this.current.contentWidth === "fluid";
  }

  get hidesHeader(): boolean {
    return this.current.fixedHeader && this.current.autoHideHeader;
  }

  get mode(): ThemeMode {
    if (this.current.theme !== "system") return this.current.theme;
    return this.systemDark ? "dark" : "light";
  }

  change(values: Partial<SettingValues>): void {
    this.current = { ...this.current, ...values };
    this.entries.write("settings", this.current);
  }

  /** Kept beside the settings: what the console was last drawn for. */
  noteDevice(device: "desktop" | "mobile"): void {
    if (this.entries.read("device") !== device) this.entries.write("device", device);
  }

  /** As they were before anybody changed them; the operator may have chosen another theme. */
  reset(): void {
    this.change({ ...defaultSettings, theme: siteSettings().defaultTheme });
  }

  /** Called when the operating system switches between light and dark. */
  followSystem(dark: boolean): void {
    this.systemDark = dark;
  }
}

function readSettings(stored: unknown): SettingValues {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Readonly<Record<string, unknown>>;
  const one = <Name extends keyof SettingValues>(name: Name, offered: readonly SettingValues[Name][]) =>
    offered.find((value) => value === found[name]) ?? defaultSettings[name];
  const both = [true, false] as const;
  return {
    theme: found.theme === undefined ? siteSettings().defaultTheme : one("theme", ["light", "dark", "system"]),
    primary: one(
      "primary",
      themeColors.map(({ primary }) => primary),
    ),
    menuStyle: one("menuStyle", ["dark", "light"]),
    layout: one("layout", ["side", "top"]),
    contentWidth: one("contentWidth", ["fixed", "fluid"]),
    fixedHeader: one("fixedHeader", both),
    autoHideHeader: one("autoHideHeader", both),
    fixedSider: one("fixedSider", both),
    collapsed: one("collapsed", both),
    multipage: one("multipage", both),
    weak: one("weak", both),
    lockMinutes: one("lockMinutes", lockChoices),
  };
}
