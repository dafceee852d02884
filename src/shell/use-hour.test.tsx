// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, it, vi } from "vitest";
import { greetingAt } from "../stores/greeting.ts";
import { useHour } from "./use-hour.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Greeting() {
  return <p>{greetingAt(useHour())}</p>;
}

it("LAY-08 the greeting follows the hours of a page that stays open all day", () => {
  vi.setSystemTime(new Date(2026, 0, 5, 8, 59, 30));
  render(<Greeting />);
  screen.getByText("早上好");
  act(() => void vi.advanceTimersByTime(60_000));
  screen.getByText("上午好");
  act(() => void vi.advanceTimersByTime(11 * 3_600_000));
  screen.getByText("晚上好");
});
