export interface IconShape {
  readonly viewBox: string;
  readonly paths: readonly string[];
}

interface IconProps {
  readonly shape: IconShape;
  /** Pixels; default: the size of the text. */
  readonly size?: number;
  readonly className?: string;
}

/** An icon in the colour of the text. Decorative: its button or link carries the name. */
export function Icon({ shape, size, className }: IconProps) {
  return (
    <svg
      className={className}
      viewBox={shape.viewBox}
      width={size ?? "1em"}
      height={size ?? "1em"}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {shape.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
