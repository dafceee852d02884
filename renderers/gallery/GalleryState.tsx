import type { ReactNode } from "react";
import { ScreenBoundary } from "../screens/ScreenBoundary.tsx";

interface GalleryStateProps {
  readonly name: string;
  /** The control that the name belongs to, as a form's label does. */
  readonly controlId?: string;
  readonly children: ReactNode;
}

/** One renderer in one state, under the state's name. What fails fails alone. */
export function GalleryState({ name, controlId, children }: GalleryStateProps) {
  return (
    <div className="sc-gallery-state sc-grow" data-state={name}>
      {controlId === undefined ? (
        <span className="sc-gallery-name sc-hint">{name}</span>
      ) : (
        <label className="sc-gallery-name sc-hint" htmlFor={controlId}>
          {name}
        </label>
      )}
      <div className="sc-gallery-face">
        <ScreenBoundary>{children}</ScreenBoundary>
      </div>
    </div>
  );
}
