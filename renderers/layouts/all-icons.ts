import * as icons from "@ant-design/icons";
import type { ComponentType } from "react";

const outlined = /^[A-Z]\w*Outlined$/;
const byName = icons as unknown as Readonly<Record<string, ComponentType<{ "aria-hidden"?: "true" }> | undefined>>;

/** Every outlined icon. Its own chunk, fetched only when one is named that the console does not carry, or chosen. */
export const allIconNames: readonly string[] = Object.keys(byName).filter((name) => outlined.test(name));

export const findIcon = (name: string) => (outlined.test(name) ? byName[name] : undefined);
