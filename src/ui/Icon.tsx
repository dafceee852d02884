import type { IconName } from "./icon-shapes.ts";
import { iconShapes } from "./icon-shapes.ts";

interface IconProps {
  readonly name: IconName;
  /** Pixels; default: the size of the text. */
  readonly size?: number;
}

/** One of the console's own icons, drawn in the colour of the text. Decorative: its button or link carries the name. */
export function Icon({ name, size }: IconProps) {
  const { viewBox, paths } = iconShapes[name];
  return (
    <svg
      viewBox={viewBox}
      width={size ?? "1em"}
      height={size ?? "1em"}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
