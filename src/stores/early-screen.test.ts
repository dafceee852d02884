import { expect, it } from "vitest";
import { EarlyScreen } from "./early-screen.ts";
import { fakeClient } from "./test-parts.ts";

const reads = (screenId: string) => ({ method: "GET", url: `/lowcode/screens/${screenId}` }) as const;

it("the document of the first page is asked for once; the next page asks itself", async () => {
  const client = fakeClient((route) => route);
  const early = new EarlyScreen(client);
  early.ask("member/member");
  expect(await early.take(reads("member/member"))).toBe("GET /lowcode/screens/member/member");
  expect(early.take(reads("member/member"))).toBeUndefined();
  expect(client.calls).toHaveLength(1);
});

it("an answer that the first page did not want is not kept for a later one", () => {
  const early = new EarlyScreen(fakeClient(() => "old"));
  early.ask("member/member");
  expect(early.take({ method: "GET", url: "/member/member/list" })).toBeUndefined();
  expect(early.take(reads("store/store"))).toBeUndefined();
  expect(early.take(reads("member/member"))).toBeUndefined();
});

it("what somebody before left is gone when the next person begins at a page that reads none", () => {
  const early = new EarlyScreen(fakeClient(() => "of somebody before"));
  early.ask("member/member");
  early.ask(undefined);
  expect(early.take(reads("member/member"))).toBeUndefined();
});

it("a failed call is made again as the page makes it, so that the page tells what is wrong", async () => {
  let round = 0;
  const client = fakeClient(() => {
    round += 1;
    return round === 1 ? new Error("lost") : "answer";
  });
  const early = new EarlyScreen(client);
  early.ask("member/member");
  expect(await early.take(reads("member/member"))).toBe("answer");
  expect(client.calls.map(({ quiet }) => quiet)).toEqual(["all", undefined]);
});
