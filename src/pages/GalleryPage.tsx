import { Suspense } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { useConsole } from "../stores/console.ts";

const Gallery = lazyPart(async () => ({ default: (await import("../../renderers/gallery/Gallery.tsx")).Gallery }));

/** 组件库: every renderer in its states, over the console's own services. */
export function GalleryPage() {
  const { services } = useConsole();
  return (
    <Suspense fallback={<div className="sc-host" aria-busy="true" />}>
      <Gallery services={services} />
    </Suspense>
  );
}
