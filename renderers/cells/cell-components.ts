import type { ComponentType, ReactNode } from "react";
import type { Cell } from "../../runtime/schema/types.gen.ts";
import { addedComponent } from "../added-components.ts";
import { AreaCell } from "./area/AreaCell.tsx";
import type { CellProps } from "./cell-props.ts";
import { DictTagCell } from "./dict-tag/DictTagCell.tsx";
import { EllipsisCell } from "./ellipsis/EllipsisCell.tsx";
import { FileCell } from "./file/FileCell.tsx";
import { IconCell } from "./icon/IconCell.tsx";
import { ImageCell } from "./image/ImageCell.tsx";
import { LinkCell } from "./link/LinkCell.tsx";
import { ProgressCell } from "./progress/ProgressCell.tsx";
import { SwitchCell } from "./switch/SwitchCell.tsx";
import { TagsCell } from "./tags/TagsCell.tsx";

/** Cells that are more than text and keep nothing of their own: they are called, which costs no component. */
export const cellFaces: Partial<Record<Cell["type"], (props: CellProps) => ReactNode>> = {
  "dict-tag": DictTagCell,
  code: EllipsisCell,
  ellipsis: EllipsisCell,
  icon: IconCell,
  link: LinkCell,
  progress: ProgressCell,
  switch: SwitchCell,
  tags: TagsCell,
};

/** Cells with a life of their own. A type in neither list is drawn as its words. */
const cellComponents: Partial<Record<Cell["type"], ComponentType<CellProps>>> = {
  area: AreaCell,
  file: FileCell,
  image: ImageCell,
};

/** The component of a cell, the product's or a plugin's; undefined = its words are enough. */
export function cellComponentOf(type: Cell["type"]): ComponentType<CellProps> | undefined {
  return cellComponents[type] ?? addedComponent<CellProps>("cell", type);
}

/** Cells whose digits line up: numbers, dates, phones, codes. */
export const numericCells: ReadonlySet<Cell["type"]> = new Set([
  "money",
  "number",
  "percent",
  "date",
  "datetime",
  "mask",
  "link",
]);
