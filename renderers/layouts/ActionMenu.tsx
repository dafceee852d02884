import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "./LazyBoundary.tsx";
import type { ActionMenuProps } from "./MenuPopup.tsx";
import { ProgressBar } from "./ProgressBar.tsx";

/** Comes with the first press. */
const MenuPopup = lazyPart(() => import("./MenuPopup.tsx").then((module) => ({ default: module.MenuPopup })));

/** What a button or a press of the right key offers; mounted while it is open. */
export function ActionMenu(props: ActionMenuProps) {
  return (
    <LazyBoundary fallback={<ProgressBar />}>
      <MenuPopup {...props} />
    </LazyBoundary>
  );
}
