import { waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll } from "vitest";

type Sizes = Readonly<Partial<Record<"clientHeight" | "clientWidth" | "offsetHeight", number>>>;

/** Gives every element a size for the tests of this file: without a layout engine a table has no height and draws no rows. */
export function giveElementsSizes(sizes: Sizes): void {
  beforeAll(() => {
    for (const [name, value] of Object.entries(sizes)) {
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
    }
  });
  afterAll(() => {
    for (const name of Object.keys(sizes)) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}

/** A cell as it is drawn now: one that opens is another element. */
export function cellOf(grid: HTMLElement, row: number, key: string): HTMLElement {
  const cell = grid.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)[row];
  if (!cell) throw new Error(`no cell ${key} in row ${row}`);
  return cell;
}

/** Presses a cell and types into it; the text may end with a key, `{Enter}`. */
export async function putInCell(user: UserEvent, grid: HTMLElement, row: number, key: string, text: string) {
  await user.click(cellOf(grid, row, key));
  // Its control may be fetched first.
  const input = await waitFor(() => within(cellOf(grid, row, key)).getByRole("textbox"));
  await user.clear(input);
  await user.type(input, text);
}
