import type { Locator } from "playwright-core";

/** What a person does, counted: presses of the mouse, keys that do something, and texts that are typed. */
export class Hands {
  presses = 0;
  texts = 0;

  /** A text is one, however long it is. */
  get all(): number {
    return this.presses + this.texts;
  }

  async press(at: Locator): Promise<void> {
    this.presses += 1;
    await at.click();
  }

  /** A key that acts, where the focus is already. */
  async key(at: Locator, key: string): Promise<void> {
    this.presses += 1;
    await at.press(key);
  }

  async type(at: Locator, text: string): Promise<void> {
    this.texts += 1;
    await at.fill(text);
  }
}
