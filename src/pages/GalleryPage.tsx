import { lazy, Suspense } from "react";
import { useConsole } from "../stores/console.ts";

const Gallery = lazy(async () => ({ default: (await import("../../renderers/gallery/Gallery.tsx")).Gallery }));

/** 组件库: every renderer in its states, over the console's own services. */
export function GalleryPage() {
  const { services } = useConsole();
  return (
    <Suspense fallback={<div className="sc-host" aria-busy="true" />}>
      <Gallery services={services} />
    </Suspense>
  );
}
