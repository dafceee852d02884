import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFailure, type Desk } from "./failure-desk.ts";
import { FeedbackStore } from "./feedback.ts";

const aDesk = (parts: Partial<Desk>): Desk => ({
  feedback: new FeedbackStore(),
  endSession: () => undefined,
  hasUnsaved: () => false,
  signInOver: async () => true,
  ...parts,
});

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
  answerFailure(failure, aDesk({ feedback, endSession }));
  answerFailure(failure, aDesk({ feedback, endSession }));
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
  answerFailure({ title: "", message: "未授权，请重新登录", action: "signOut" }, aDesk({ feedback, endSession }));
  vi.advanceTimersByTime(1499);
  expect(endSession).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(endSession).toHaveBeenCalledTimes(1);
});

it("a notice that is on the screen is not shown a second time", () => {
  const feedback = new FeedbackStore();
  const failure = { title: "网络超时", message: "网络超时", action: "notice" } as const;
  answerFailure(failure, aDesk({ feedback }));
  answerFailure(failure, aDesk({ feedback }));
  expect(feedback.notices).toHaveLength(1);
});

it("ERR-02 an unauthorised call never signs out a page with unsaved input: it offers to sign in over it", async () => {
  const endSession = vi.fn();
  const signInOver = vi.fn(async () => true);
  const desk = aDesk({ endSession, signInOver, hasUnsaved: () => true });
  answerFailure({ title: "", message: "未授权，请重新登录", action: "signOut" }, desk);
  answerFailure({ title: "", message: "未授权，请重新登录", action: "signOut" }, desk);
  await vi.advanceTimersByTimeAsync(5000);
  expect(endSession).not.toHaveBeenCalled();
  expect(signInOver).toHaveBeenCalledTimes(1);
});
