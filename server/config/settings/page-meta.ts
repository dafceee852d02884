import { defaultTimeZone } from "../../../runtime/format/business-time.ts";
import { uploadLimits } from "../../../runtime/schema/upload-limits.ts";
import type { SiteSettings } from "./site-settings.ts";

/** Whether codes can be sent to phones. */
export type SmsChannel = "ready" | "development" | "off";

/** A way to sign in besides the password, as everybody may know it. */
export interface SignInWay {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
}

/** What a page says of its server besides the settings. */
interface ServerFacts {
  readonly sms?: SmsChannel;
  readonly ways?: readonly SignInWay[];
  /** Of the times on the wire. */
  readonly timeZone?: string;
}

/** Writes into the console's page what everybody may know before signing in; the browser reads it without a call. */
export function fillPage(
  html: string,
  settings: SiteSettings,
  { sms = "ready", ways = [], timeZone = defaultTimeZone }: ServerFacts = {},
): string {
  const { productName, shortName, slogan, footer, logo, loginPicture, defaultTheme, settingsDrawer, lockMinutes } =
    settings;
  const { uploadMaxMb } = settings;
  const metas: Readonly<Record<string, string>> = {
    "product-name": productName,
    "product-short-name": shortName,
    "product-slogan": slogan,
    "site-footer": footer,
    "site-logo": logo,
    "login-picture": loginPicture,
    "default-theme": defaultTheme === "light" ? "" : defaultTheme,
    "settings-drawer": settingsDrawer ? "" : "off",
    "lock-minutes": lockMinutes > 0 ? String(lockMinutes) : "",
    "upload-max-mb": uploadMaxMb === uploadLimits.usualMb ? "" : String(uploadMaxMb),
    "sms-channel": sms === "ready" ? "" : sms,
    "time-zone": timeZone === defaultTimeZone ? "" : timeZone,
    "sign-in-ways": ways.length === 0 ? "" : JSON.stringify(ways),
  };
  const titled =
    productName === ""
      ? html
      : html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(productName)}</title>`);
  return Object.entries(metas).reduce(
    (page, [name, content]) => (content === "" ? page : withMeta(page, name, content)),
    titled,
  );
}

/** One line for each name: the page may have one already, of the environment, and the browser reads the first. */
function withMeta(html: string, name: string, content: string): string {
  const line = `<meta name="${name}" content="${escapeHtml(content)}" />`;
  const known = new RegExp(`<meta name="${name}" content="[^"]*"[^>]*>`);
  return known.test(html) ? html.replace(known, () => line) : html.replace("  </head>", () => `    ${line}\n  </head>`);
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
