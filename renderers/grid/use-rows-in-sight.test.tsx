// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useRowsInSight } from "./use-rows-in-sight.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A table of a thousand rows that says whether it moves. */
function Table() {
  const group = useRef<HTMLDivElement>(null);
  const { isMoving, isAside, rows, look } = useRowsInSight({ group, count: 1000, rowHeight: 61, height: 400 });
  return (
    <div data-testid="scroller" onKeyDown={look}>
      <div ref={group}>{`${isMoving ? "moves" : "rests"} from ${rows.first}${isAside ? ", aside" : ""}`}</div>
    </div>
  );
}

test("TBL-01 the mark of a moving table is gone 100 ms after it moved last", () => {
  render(<Table />);
  const scroller = screen.getByTestId("scroller");
  const scrollTo = (top: number) => {
    scroller.scrollTop = top;
    fireEvent.scroll(scroller);
  };
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  expect(scroller.textContent).toBe("rests from 0");
  scrollTo(6100);
  expect(scroller.textContent).toMatch(/^moves from (?!0$)/);
  pass(60);
  scrollTo(6200);
  pass(99);
  expect(scroller.textContent).toMatch(/^moves/);
  expect(scroller.textContent).not.toMatch(/aside/);
  pass(1);
  expect(scroller.textContent).toMatch(/^rests/);
});

test("rows keep their order while one of them is pressed: a press whose element moved is no click", () => {
  render(<Table />);
  const scroller = screen.getByTestId("scroller");
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  scroller.scrollTop = 6100;
  fireEvent.scroll(scroller);
  pass(60);
  fireEvent.pointerDown(scroller.firstChild as Element);
  pass(1000);
  expect(scroller.textContent).toMatch(/^moves/);
  fireEvent.pointerUp(window);
  pass(99);
  expect(scroller.textContent).toMatch(/^moves/);
  pass(1);
  expect(scroller.textContent).toMatch(/^rests/);
  // The scroll bar is no row: it may keep the end of its press to itself.
  scroller.scrollTop = 6300;
  fireEvent.scroll(scroller);
  fireEvent.pointerDown(scroller);
  pass(100);
  expect(scroller.textContent).toMatch(/^rests/);
});

test("pinned columns are held while the table is scrolled sideways, even if it moves down too", () => {
  render(<Table />);
  const scroller = screen.getByTestId("scroller");
  Object.assign(scroller, { scrollTop: 6100, scrollLeft: 40 });
  fireEvent.scroll(scroller);
  expect(scroller.textContent).toMatch(/^moves.*, aside$/);
  scroller.scrollLeft = 0;
  fireEvent.scroll(scroller);
  expect(scroller.textContent).not.toMatch(/aside/);
});

test("a key that moves the table draws its rows at once and leaves them in their order", () => {
  render(<Table />);
  const scroller = screen.getByTestId("scroller");
  scroller.scrollTop = 6100;
  fireEvent.keyDown(scroller);
  expect(scroller.textContent).toMatch(/^rests from (?!0$)/);
  fireEvent.scroll(scroller);
  expect(scroller.textContent).toMatch(/^rests/);
});
