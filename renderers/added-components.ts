import type { ComponentType } from "react";
import { lazyPart } from "../runtime/react/lazy-part.ts";
import { addedRenderer } from "../runtime/registry/added-renderers.ts";

const made = new Map<string, ComponentType<never>>();

/** The component that a plugin brought for a type, fetched when it is first drawn. */
export function addedComponent<Props>(
  slot: "cell" | "editor" | "panel",
  type: string,
): ComponentType<Props> | undefined {
  const key = `${slot}/${type}`;
  const known = made.get(key);
  if (known) return known as unknown as ComponentType<Props>;
  const renderer = addedRenderer(slot, type);
  if (!renderer) return undefined;
  const component = lazyPart(async () => ({ default: (await renderer.load()) as ComponentType<Props> }));
  made.set(key, component as unknown as ComponentType<never>);
  return component as ComponentType<Props>;
}
