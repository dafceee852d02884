import type { ComponentType } from "react";
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

/** Cells that are more than text. A type that is not here is drawn as its words, without a component. */
const cellComponents: Partial<Record<Cell["type"], ComponentType<CellProps>>> = {
  area: AreaCell,
  "dict-tag": DictTagCell,
  ellipsis: EllipsisCell,
  file: FileCell,
  icon: IconCell,
  image: ImageCell,
  link: LinkCell,
  progress: ProgressCell,
  switch: SwitchCell,
  tags: TagsCell,
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
