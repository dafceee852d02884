import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExportPlaces } from "./export-places.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Notes who makes an export now. */
function aDoor() {
  const places = new ExportPlaces({ waitMs: 30_000 });
  const atWork: string[] = [];
  const enter = async (person: string, gone?: AbortSignal): Promise<() => void> => {
    const leave = await places.enter(person, gone);
    atWork.push(person);
    return () => {
      leave();
      atWork.splice(atWork.indexOf(person), 1);
    };
  };
  return { enter, atWork };
}

const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "made",
    ({ details }: { readonly details: { readonly reason: string } }) => details.reason,
  );

it("a person makes one export at a time, the next when it is done", async () => {
  const { enter, atWork } = aDoor();
  const leave = await enter("张三");
  const second = enter("张三");
  await enter("李四");
  expect(atWork).toEqual(["张三", "李四"]);
  leave();
  await second;
  expect(atWork).toEqual(["李四", "张三"]);
});

it("two people export at once; of those who wait the first comes first", async () => {
  const { enter, atWork } = aDoor();
  const leave = await enter("张三");
  await enter("李四");
  void enter("王五");
  void enter("赵六");
  await vi.advanceTimersByTimeAsync(0);
  expect(atWork).toEqual(["张三", "李四"]);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(atWork).toEqual(["李四", "王五"]);
});

it("whoever waits for half a minute is told for what", async () => {
  const { enter } = aDoor();
  await enter("张三");
  await enter("李四");
  const [own, other] = [reasonOf(enter("张三")), reasonOf(enter("王五"))];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await own).toBe("您的上一个导出还没有完成，请等它完成后再导出");
  expect(await other).toBe("同时导出的人较多，请稍后再试");
});

it("whoever leaves while they wait takes no place, and a place is given up once", async () => {
  const { enter, atWork } = aDoor();
  const leave = await enter("张三");
  const going = new AbortController();
  const gone = reasonOf(enter("张三", going.signal));
  going.abort();
  expect(await gone).not.toBe("made");
  leave();
  leave();
  await enter("张三");
  expect(atWork).toEqual(["张三"]);
});
