import { defaultTimeZone } from "../../runtime/format/business-time.ts";
import { messages } from "../messages/messages.ts";
import { readApiBase } from "./api-base.ts";

export interface SiteSettings {
  /** Name of the product: in the title of every page, on the sign-in page. */
  readonly productName: string;
  /** Beside the mark, where there is little room. */
  readonly shortName: string;
  readonly slogan: string;
  /** Below the sign-in card. */
  readonly footer: string;
  /** Whether the operator has put their own pictures in place of the product's. */
  readonly hasLogo: boolean;
  readonly hasLoginPicture: boolean;
  readonly defaultTheme: "light" | "dark" | "system";
  /** Minutes without a touch after which the screen locks for everybody; 0 = as each person chose. */
  readonly lockMinutes: number;
  /** Whether codes can be sent to phones; `development`: they are shown where the server was started. */
  readonly smsChannel: "ready" | "development" | "off";
  /** Of the times that the server sends. */
  readonly timeZone: string;
  /** False hides 界面设置. */
  readonly hasSettings: boolean;
}

/** What the operator of this server set for everybody, written into the page when it is served. */
export function siteSettings(page: Document | undefined = globalThis.document): SiteSettings {
  const content = (name: string) =>
    page?.head.querySelector(`meta[name="${name}"]`)?.getAttribute("content")?.trim() ?? "";
  const name = content("product-name");
  const { product, login } = messages;
  const theme = content("default-theme");
  const sms = content("sms-channel");
  return {
    productName: name || product.name,
    shortName: content("product-short-name") || name || product.shortName,
    slogan: content("product-slogan") || product.slogan,
    footer: content("site-footer") || login.copyright,
    hasLogo: content("site-logo") !== "",
    hasLoginPicture: content("login-picture") !== "",
    defaultTheme: theme === "dark" || theme === "system" ? theme : "light",
    lockMinutes: Number(content("lock-minutes")) || 0,
    smsChannel: sms === "off" || sms === "development" ? sms : "ready",
    timeZone: content("time-zone") || defaultTimeZone,
    hasSettings: content("settings-drawer") !== "off",
  };
}

/** Address of a picture that the operator set; it is shown before anybody has signed in. */
export function sitePicture(name: "logo" | "login"): string {
  return `${readApiBase()}/sys/setting/picture/${name}`;
}
