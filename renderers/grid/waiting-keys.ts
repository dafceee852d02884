import { flushSync } from "react-dom";
import type { GridModel } from "./grid-model.ts";
import type { PressedKey } from "./grid-types.ts";

const kept = new Set([
  ...["Enter", "Tab", "Backspace", "Delete", "Home", "End"],
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
]);

interface Key extends PressedKey {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A key while the editor of the active cell is on its way waits for it. False = left to the page. */
export function keepKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Key, model: GridModel): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === "Escape") model.stop();
  else if (key.length === 1 || kept.has(key)) model.hold({ key, shiftKey });
  else return false;
  return true;
}

/**
 * Plays keys into what has the focus, one after the other, as if they were pressed now. When one of them opens an
 * editor that is still on its way, those after it wait for that one.
 */
export function replay(keys: readonly PressedKey[], model: GridModel, isOnItsWay: () => boolean): void {
  for (const pressed of keys) {
    if (isOnItsWay()) model.hold(pressed);
    else flushSync(() => press(document.activeElement, pressed));
  }
}

function press(target: Element | null, { key, shiftKey }: PressedKey): void {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isText && !target.readOnly && key.length === 1) typeInto(target, target.value + key);
  else if (isText && !target.readOnly && key === "Backspace") typeInto(target, target.value.slice(0, -1));
  else target?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
}

/** As a person types: the control's own setter would hide the change from React. */
export function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
