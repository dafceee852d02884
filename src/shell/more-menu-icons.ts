import * as icons from "@ant-design/icons";
import type { ComponentType } from "react";

/** Every outlined icon. Its own chunk, fetched only when a menu names one that the shell does not carry. */
export function findIcon(name: string): ComponentType | undefined {
  const icon = (icons as unknown as Readonly<Record<string, ComponentType | undefined>>)[`${name}Outlined`];
  return icon;
}
