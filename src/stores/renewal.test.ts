import { expect, it } from "vitest";
import { FeedbackStore } from "./feedback.ts";
import { RenewalStore } from "./renewal.ts";

it("ERR-03: many calls that meet the end of the session make one dialog and get one answer", async () => {
  const feedback = new FeedbackStore();
  const renewal = new RenewalStore(feedback);
  const answers = Promise.all([renewal.ask(), renewal.ask(), renewal.ask()]);
  expect(feedback.confirms).toHaveLength(1);
  expect(feedback.confirms[0]).toMatchObject({
    title: "登录已过期",
    content: "很抱歉，登录已过期，请重新登录",
    okText: "重新登录",
    cancellable: false,
  });
  const question = feedback.confirms[0];
  if (question) feedback.settle(question, true);
  await expect.poll(() => renewal.isOpen).toBe(true);
  renewal.settle(true);
  expect(await answers).toEqual([true, true, true]);
  expect(renewal.isOpen).toBe(false);
});
