import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import type { RegisteredPages } from "../../renderers/screens/ScreenHost.tsx";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { useConsole } from "../stores/console.ts";
import { HomePage } from "./HomePage.tsx";

const StudioPage = lazyPart(async () => ({ default: (await import("../studio/StudioPage.tsx")).StudioPage }));
const AccountPage = lazyPart(async () => ({ default: (await import("../account/AccountPage.tsx")).AccountPage }));

const OpenApiPage = lazyPart(async () => ({ default: (await import("../api-docs/OpenApiPage.tsx")).OpenApiPage }));

const Gallery = lazyPart(async () => ({ default: (await import("../../renderers/gallery/Gallery.tsx")).Gallery }));

/** The console's own pages that a document of kind `page` may name. */
export const registeredPages: RegisteredPages = {
  "account/center": AccountPage,
  "dashboard/welcome": HomePage,
  "online/document-editor": StudioPage,
  "system/gallery": GalleryPage,
  "system/open-api": OpenApiPage,
};

/** 组件库: every renderer in its states, over the console's own services. */
function GalleryPage() {
  const { services } = useConsole();
  return (
    <LazyBoundary fallback={<div className="sc-host" aria-busy="true" />}>
      <Gallery services={services} />
    </LazyBoundary>
  );
}
