import type { RegisteredPages } from "../../renderers/screens/ScreenHost.tsx";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { GalleryPage } from "./GalleryPage.tsx";
import { HomePage } from "./HomePage.tsx";

const StudioPage = lazyPart(async () => ({ default: (await import("../studio/StudioPage.tsx")).StudioPage }));
const AccountPage = lazyPart(async () => ({ default: (await import("../account/AccountPage.tsx")).AccountPage }));

const OpenApiPage = lazyPart(async () => ({ default: (await import("../api-docs/OpenApiPage.tsx")).OpenApiPage }));

/** The console's own pages that a document of kind `page` may name. */
export const registeredPages: RegisteredPages = {
  "account/center": AccountPage,
  "dashboard/welcome": HomePage,
  "online/document-editor": StudioPage,
  "system/gallery": GalleryPage,
  "system/open-api": OpenApiPage,
};
