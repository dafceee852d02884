import { expect, it } from "vitest";
import { FeedbackStore } from "./feedback.ts";

it("a question that has nothing to ask any more goes away, answered with no", async () => {
  const feedback = new FeedbackStore();
  const controller = new AbortController();
  const answer = feedback.confirm({ title: "放弃修改", signal: controller.signal });
  const other = feedback.confirm({ title: "删除" });
  controller.abort();
  expect(await answer).toBe(false);
  expect(feedback.confirms.map(({ title }) => title)).toEqual(["删除"]);
  const [open] = feedback.confirms;
  if (open) feedback.settle(open, true);
  expect(await other).toBe(true);
});
