export interface MaskShape {
  /** Characters left readable at the start and at the end. */
  readonly keepStart: number;
  readonly keepEnd: number;
}

/** Replaces the middle of a text by stars, one for each character; a text too short to hide anything is hidden wholly. */
export function maskText(text: string, shape: MaskShape): string {
  const characters = [...text];
  const hidden = characters.length - shape.keepStart - shape.keepEnd;
  if (hidden <= 0) return "*".repeat(characters.length);
  return [
    ...characters.slice(0, shape.keepStart),
    "*".repeat(hidden),
    ...characters.slice(characters.length - shape.keepEnd),
  ].join("");
}

/** `mask` cells say how much stays readable; a masked field without one keeps three and four characters. */
export function maskShapeOf(cell: { readonly type: string } | undefined): MaskShape {
  if (cell?.type !== "mask") return { keepStart: 3, keepEnd: 4 };
  const mask = cell as { keepStart?: number; keepEnd?: number };
  return { keepStart: mask.keepStart ?? 3, keepEnd: mask.keepEnd ?? 4 };
}
