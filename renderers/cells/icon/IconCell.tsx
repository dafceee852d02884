import { iconOf } from "../../layouts/icons.tsx";
import type { CellProps } from "../cell-props.ts";

/** The icon itself, its name as title; an unknown name stands as text. */
export function IconCell({ text }: CellProps) {
  return <span title={text}>{iconOf(text) ?? text}</span>;
}
