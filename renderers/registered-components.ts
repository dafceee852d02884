import type { ComponentType } from "react";
import { lazyPart } from "../runtime/react/lazy-part.ts";
import {
  type RegisteredRenderer,
  type RegisteredSlot,
  registeredRenderer,
  reportRenderer,
} from "../runtime/registry/registry.ts";

/** A component that takes longer is named in the log, in milliseconds. */
const slowMs = 5_000;
const made = new WeakMap<RegisteredRenderer, ComponentType<never>>();

/** The component of a renderer, built-in or of a plugin, fetched when it is first drawn; undefined = it has none. */
export function componentOf<Props>(slot: RegisteredSlot, type: string): ComponentType<Props> | undefined {
  const renderer = registeredRenderer(slot, type);
  if (!renderer) return undefined;
  if (renderer.component) return renderer.component as ComponentType<Props>;
  const { fetch } = renderer;
  if (!fetch) return undefined;
  const known = made.get(renderer);
  if (known) return known as unknown as ComponentType<Props>;
  const component = lazyPart(async () => ({
    default: (await watched(slot, type, fetch)) as ComponentType<Props>,
  })) as unknown as ComponentType<Props>;
  made.set(renderer, component as unknown as ComponentType<never>);
  return component;
}

async function watched(slot: RegisteredSlot, type: string, fetch: () => Promise<unknown>): Promise<unknown> {
  const timer = setTimeout(() => reportRenderer(slot, type, `is still loading after ${slowMs / 1000} s`), slowMs);
  try {
    const component = await fetch();
    if (component === undefined) throw new Error(`${slot} "${type}" exports no component of the name expected`);
    return component;
  } catch (reason) {
    reportRenderer(slot, type, "could not be loaded", reason);
    throw reason;
  } finally {
    clearTimeout(timer);
  }
}
