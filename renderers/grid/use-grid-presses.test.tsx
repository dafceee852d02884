// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { GridParts } from "./grid-parts.ts";
import { useGridPresses } from "./use-grid-presses.ts";

afterEach(cleanup);

/** Two cells of one row; a button in the second keeps its click to itself. */
function drawCells() {
  const activate = vi.fn();
  const model = { activate, edit: vi.fn(), active: undefined, columns: [], columnAt: () => 0 };
  const parts = { model } as unknown as GridParts;
  function Cells() {
    const { onClick, onPointerDown } = useGridPresses(parts, useRef(false));
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the table's own box
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are not the subject
      <div data-row="1" onClick={onClick} onPointerDown={onPointerDown}>
        <div data-key="name">
          <span>名称</span>
        </div>
        <div data-key="file">
          <button type="button" onClick={(event) => event.stopPropagation()}>
            打开
          </button>
        </div>
      </div>
    );
  }
  const drawn = render(<Cells />);
  const cell = (key: string) => drawn.container.querySelector(`[data-key=${key}]`) as HTMLElement;
  return { activate, cell, button: drawn.getByRole("button"), text: drawn.getByText("名称") };
}

/** The task after the one of the press. */
const nextTask = () => act(() => new Promise<void>((done) => setTimeout(done)));
const opened = (activate: ReturnType<typeof vi.fn>) => activate.mock.calls.map(([place]) => place.key);

test("a press that the browser makes no click of opens the cell in which it began and ended", async () => {
  const { activate, cell, text } = drawCells();
  fireEvent.pointerDown(text, { button: 0, pointerType: "mouse" });
  // Drawn anew while it is pressed.
  cell("name").append(document.createElement("span"));
  fireEvent.pointerUp(cell("name").lastChild as Element, { pointerType: "mouse" });
  await nextTask();
  expect(opened(activate)).toEqual(["name"]);
});

test("a press with its click counts once, one that is let go elsewhere not at all, and a button's click is the button's", async () => {
  const { activate, cell, button, text } = drawCells();
  const press = (from: Element, to: Element, clicks: boolean) => {
    fireEvent.pointerDown(from, { button: 0, pointerType: "mouse" });
    fireEvent.pointerUp(to, { pointerType: "mouse" });
    if (clicks) fireEvent.click(to);
  };
  press(text, text, true);
  await nextTask();
  expect(opened(activate)).toEqual(["name"]);
  press(text, cell("file"), false);
  press(button, button, true);
  await nextTask();
  fireEvent.pointerDown(text, { button: 0, pointerType: "touch" });
  fireEvent.pointerUp(text, { pointerType: "touch" });
  await nextTask();
  expect(opened(activate)).toEqual(["name"]);
});
