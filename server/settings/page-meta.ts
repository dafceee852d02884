import type { SiteSettings } from "./site-settings.ts";

/** Writes into the console's page what everybody may know before signing in; the browser reads it without a call. */
export function fillPage(html: string, settings: SiteSettings): string {
  const { productName, shortName, slogan, footer, logo, loginPicture, defaultTheme, settingsDrawer, lockMinutes } =
    settings;
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
  };
  const lines = Object.entries(metas)
    .filter(([, content]) => content !== "")
    .map(([name, content]) => `    <meta name="${name}" content="${escapeHtml(content)}" />\n`);
  const titled =
    productName === ""
      ? html
      : html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(productName)}</title>`);
  return titled.replace("  </head>", () => `${lines.join("")}  </head>`);
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
