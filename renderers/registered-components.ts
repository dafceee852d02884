import type { ComponentType } from "react";
import { lazyPart } from "../runtime/react/lazy-part.ts";
import {
  fetchRenderer,
  type RegisteredRenderer,
  type RegisteredSlot,
  registeredRenderer,
} from "../runtime/registry/registry.ts";

const made = new WeakMap<RegisteredRenderer, ComponentType<never>>();

/** The component of a renderer, built-in or of a plugin, fetched when it is first drawn; undefined = it has none. */
export function componentOf<Props>(slot: RegisteredSlot, type: string): ComponentType<Props> | undefined {
  const renderer = registeredRenderer(slot, type);
  if (!renderer) return undefined;
  if (renderer.component) return renderer.component as ComponentType<Props>;
  if (!renderer.fetch) return undefined;
  const known = made.get(renderer);
  if (known) return known as unknown as ComponentType<Props>;
  const component = lazyPart(async () => ({
    default: (await fetchRenderer(slot, type)) as ComponentType<Props>,
  })) as unknown as ComponentType<Props>;
  made.set(renderer, component as unknown as ComponentType<never>);
  return component;
}
