import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackStore } from "../feedback/feedback.ts";
import { answerFailure } from "./failure-desk.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("many calls that meet an ended session make one dialog; its answer ends the session once", async () => {
  const feedback = new FeedbackStore();
  const endSession = vi.fn();
  const failure = { title: "登录已过期", message: "很抱歉，登录已过期，请重新登录", action: "expired" } as const;
  answerFailure(failure, { feedback, endSession });
  answerFailure(failure, { feedback, endSession });
  expect(feedback.confirms).toHaveLength(1);
  expect(feedback.confirms[0]).toMatchObject({ title: "登录已过期", okText: "重新登录", cancellable: false });
  const confirm = feedback.confirms[0];
  if (confirm) feedback.settle(confirm, true);
  await vi.runAllTimersAsync();
  expect(endSession).toHaveBeenCalledTimes(1);
});

it("an unauthorised call says so and signs out after 1.5 seconds", () => {
  const feedback = new FeedbackStore();
  const endSession = vi.fn();
  answerFailure({ title: "", message: "未授权，请重新登录", action: "signOut" }, { feedback, endSession });
  vi.advanceTimersByTime(1499);
  expect(endSession).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(endSession).toHaveBeenCalledTimes(1);
});

it("a notice that is on the screen is not shown a second time", () => {
  const feedback = new FeedbackStore();
  const failure = { title: "网络超时", message: "网络超时", action: "notice" } as const;
  answerFailure(failure, { feedback, endSession: () => undefined });
  answerFailure(failure, { feedback, endSession: () => undefined });
  expect(feedback.notices).toHaveLength(1);
});
