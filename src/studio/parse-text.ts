import { isObject, type JsonObject } from "../../runtime/overlay/overlay.ts";

/** The object that a text is; undefined while it is none. */
export function parseText(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
