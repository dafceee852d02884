import { uploadLimits } from "../../../runtime/schema/upload-limits.ts";
import type { Database, Queryable } from "../../db/database.ts";

/** Wakes every server process after the settings were saved. */
export const settingsChannel = "settings";
/** Id of the one row of `system/setting`. */
export const settingsId = "site";

/** What the operator sets for everybody. Empty texts and zeros mean: as the product ships it. */
export interface SiteSettings {
  readonly productName: string;
  readonly shortName: string;
  readonly slogan: string;
  readonly footer: string;
  /** Path of an uploaded picture. */
  readonly logo: string;
  readonly loginPicture: string;
  readonly defaultTheme: "light" | "dark" | "system";
  /** Whether people may set up the console for themselves. */
  readonly settingsDrawer: boolean;
  /** Characters. */
  readonly passwordLength: number;
  /** How many of lower-case letters, capitals, digits and signs a password must have. */
  readonly passwordKinds: number;
  readonly uploadMaxMb: number;
  readonly uploadDayMb: number;
  readonly registration: boolean;
  /** Minutes without a touch after which the screen locks; 0 leaves it to each person. */
  readonly lockMinutes: number;
}

export const defaultSettings: SiteSettings = {
  productName: "",
  shortName: "",
  slogan: "",
  footer: "",
  logo: "",
  loginPicture: "",
  defaultTheme: "light",
  settingsDrawer: true,
  passwordLength: 8,
  passwordKinds: 1,
  uploadMaxMb: uploadLimits.usualMb,
  uploadDayMb: 500,
  registration: true,
  lockMinutes: 0,
};

/** The settings as they stand in the table; defaults where nothing was set. */
export async function readSettings(db: Queryable): Promise<SiteSettings> {
  const row = await db.selectFrom("sys_setting").selectAll().where("id", "=", settingsId).executeTakeFirst();
  if (!row) return defaultSettings;
  const text = (name: string) => String(row[name] ?? "").trim();
  const count = (name: string, otherwise: number) => (row[name] === null ? otherwise : Number(row[name] ?? otherwise));
  const flag = (name: string) => row[name] !== false;
  const theme = text("default_theme");
  return {
    productName: text("product_name"),
    shortName: text("short_name"),
    slogan: text("slogan"),
    footer: text("footer"),
    logo: text("logo"),
    loginPicture: text("login_picture"),
    defaultTheme: theme === "dark" || theme === "system" ? theme : "light",
    settingsDrawer: flag("settings_drawer"),
    passwordLength: count("password_length", defaultSettings.passwordLength),
    passwordKinds: count("password_kinds", defaultSettings.passwordKinds),
    uploadMaxMb: count("upload_max_mb", defaultSettings.uploadMaxMb),
    uploadDayMb: count("upload_day_mb", defaultSettings.uploadDayMb),
    registration: flag("registration"),
    lockMinutes: count("lock_minutes", 0),
  };
}

/** The settings of one process, read again when they were saved anywhere. */
export class Settings {
  readonly #db: Database;
  #known: Promise<SiteSettings> | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen(settingsChannel, () => this.#forget());
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  /** 1 while the settings are kept. */
  get size(): number {
    return this.#known ? 1 : 0;
  }

  /** Forgets the settings on this process. */
  clear(): void {
    this.#forget();
  }

  current(): Promise<SiteSettings> {
    if (this.#known) return this.#known;
    const reading = readSettings(this.#db.kysely);
    this.#known = reading;
    reading.catch(() => this.#forget());
    return reading;
  }

  #forget(): void {
    this.#known = undefined;
  }
}
