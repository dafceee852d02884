import { useEffect } from "react";
import { siteSettings } from "../api/site-settings.ts";

/** Names a page in the browser's tab and history, with the product behind it (NAV-08). */
export function useBrowserTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - ${siteSettings().productName}`;
  }, [title]);
}
