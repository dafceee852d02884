import { iconOf } from "../../layouts/icons.tsx";
import { useAllIcons } from "../../layouts/use-all-icons.ts";
import type { CellProps } from "../cell-props.ts";

/** The icon itself, its name as title; an unknown name stands as text. */
export function IconCell({ text }: CellProps) {
  const carried = iconOf(text);
  const Fetched = useAllIcons(text !== "" && !carried)?.findIcon(text);
  return <span title={text}>{carried ?? (Fetched ? <Fetched aria-hidden="true" /> : text)}</span>;
}
