import { lazy } from "react";
import type { RegisteredPages } from "../../renderers/screens/ScreenHost.tsx";
import { GalleryPage } from "./GalleryPage.tsx";
import { HomePage } from "./HomePage.tsx";

const AccountPage = lazy(async () => ({ default: (await import("../account/AccountPage.tsx")).AccountPage }));

/** The console's own pages that a document of kind `page` may name. */
export const registeredPages: RegisteredPages = {
  "account/center": AccountPage,
  "dashboard/welcome": HomePage,
  "system/gallery": GalleryPage,
};
