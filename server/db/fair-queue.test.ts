import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAsker } from "./asker.ts";
import { FairQueue, type FairQueueOptions, type Turn } from "./fair-queue.ts";

const usual: FairQueueOptions = { places: 1, placesForLong: 1, pacesLong: true, maxQueue: 2_000, queueWaitMs: 30_000 };

/** Keeps one turn after the other for a millisecond and notes whose it was. */
function aQueue(options: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue({ ...usual, ...options });
  const order: string[] = [];
  const ask = (person: string, isLong = false, heldMs = 1): Promise<void> =>
    asAsker({ person }, async () => {
      const turn = await queue.enter({ isLong });
      order.push(isLong ? `${person} long` : person);
      await new Promise((resolve) => setTimeout(resolve, heldMs));
      turn.leave();
    });
  return { queue, order, ask };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const passed = (work: Promise<unknown>) => vi.runAllTimersAsync().then(() => work);

describe("turns at the database", () => {
  it("a person with 200 calls in line lets the call of another pass after the one at work", async () => {
    const { order, ask } = aQueue();
    const many = Array.from({ length: 200 }, () => ask("张三"));
    await passed(Promise.all([...many, ask("李四")]));
    expect(order.indexOf("李四")).toBe(1);
    expect(order).toHaveLength(201);
  });

  it("between two who both wait, whoever has used less time comes first", async () => {
    const { order, ask } = aQueue();
    await passed(Promise.all([ask("张三", false, 20), ask("张三", false, 20), ask("李四"), ask("李四"), ask("李四")]));
    expect(order).toEqual(["张三", "李四", "李四", "李四", "张三"]);
  });

  it("nobody saves up turns while they ask nothing", async () => {
    const { order, ask } = aQueue();
    const times = (person: string, count: number, heldMs: number) =>
      Array.from({ length: count }, () => ask(person, false, heldMs));
    await passed(ask("李四"));
    await passed(Promise.all(times("张三", 5, 50)));
    order.length = 0;
    await passed(Promise.all([...times("张三", 3, 50), ...times("李四", 3, 60)]));
    expect(order.slice(0, 4)).toEqual(["张三", "李四", "张三", "李四"]);
  });

  it("in a full queue the one with the most waiting gives up a place, a newcomer is let in", async () => {
    const { order, ask } = aQueue({ maxQueue: 10 });
    const many = Array.from({ length: 11 }, () =>
      ask("张三").then(
        () => "answered",
        (error: Error) => error.message,
      ),
    );
    const other = ask("李四");
    const outcomes = await passed(Promise.all([...many, other])).then(() => Promise.all(many));
    expect(outcomes.filter((outcome) => outcome === "busy")).toHaveLength(1);
    expect(order).toContain("李四");
  });

  it("whoever is gone leaves the line, and nobody waits for them", async () => {
    const { queue, order, ask } = aQueue();
    const leaving = new AbortController();
    const first = ask("张三", false, 50);
    const gone = queue.enter({ signal: leaving.signal }).catch((error: Error) => error.message);
    const last = ask("李四");
    leaving.abort();
    await passed(Promise.all([first, last]));
    expect(await gone).toBe("timeout");
    expect(order).toEqual(["张三", "李四"]);
    await expect(queue.enter({ signal: leaving.signal })).rejects.toThrow("timeout");
  });

  it("whoever waits longer than the limit is told that the database is busy", async () => {
    const { queue, ask } = aQueue({ queueWaitMs: 100 });
    const held = await queue.enter();
    const late = ask("李四").catch((error: Error) => error.message);
    expect(await passed(late)).toBe("busy");
    held.leave();
  });

  it("a person holds not all connections while another waits", async () => {
    const { queue } = aQueue({ places: 2, pacesLong: false });
    const enter = (person: string) => asAsker({ person }, () => queue.enter());
    const [first, second] = [await enter("张三"), await enter("张三")];
    const started: string[] = [];
    void enter("张三").then(() => started.push("张三"));
    void enter("李四").then(() => started.push("李四"));
    first.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(["李四"]);
    second.leave();
  });

  it("draining answers everybody in line, and refuses who comes later", async () => {
    const { queue, order, ask } = aQueue();
    const line = Promise.all([ask("张三"), ask("李四"), ask("王五", true)]);
    const drained = queue.drain();
    await expect(queue.enter()).rejects.toMatchObject({ failure: "unavailable" });
    await passed(Promise.all([line, drained]));
    expect(order).toHaveLength(3);
  });
});

describe("long reads", () => {
  it("stand behind the short statements of everybody else", async () => {
    const { order, ask } = aQueue();
    const line = [ask("王五"), ask("张三", true), ...Array.from({ length: 10 }, () => ask("李四"))];
    await passed(Promise.all(line));
    expect(order.at(-1)).toBe("张三 long");
  });

  it("start at once when nobody else is at work", async () => {
    const { order, ask } = aQueue();
    const start = performance.now();
    await passed(Promise.all([ask("张三", true, 5), ask("张三", true, 5)]));
    expect(order).toHaveLength(2);
    expect(performance.now() - start).toBe(10);
  });

  /**
   * One person asks long reads one after the other while the others ask their calls; how many calls are between two.
   */
  async function callsBetween(longMs: number, people: readonly string[], count: number, pauseMs = 0) {
    const { order, ask } = aQueue();
    const hog = (async () => {
      for (let turn = 0; turn < 4; turn += 1) await ask("张三", true, longMs);
    })();
    const others = people.map(async (person) => {
      for (let call = 0; call < count; call += 1) {
        await ask(person);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
    await passed(Promise.all([hog, ...others]));
    const places = order.flatMap((name, index) => (name === "张三 long" ? [index] : []));
    return places.slice(1).map((place, index) => place - (places[index] ?? 0) - 1);
  }

  it("keep one in a hundred calls of another waiting", async () => {
    expect((await callsBetween(1_000, ["李四"], 330)).slice(0, 2)).toEqual([100, 100]);
  });

  it("let as many calls of each person at work pass", async () => {
    const between = await callsBetween(1_000, ["李四", "王五", "赵六"], 330);
    for (const calls of between.slice(0, 2)) expect(calls).toBeGreaterThanOrEqual(300);
  });

  it("wait thirty times as long as the last one took where others call seldom, ten seconds at most", async () => {
    // A call and its pause take 101 ms: 3 s after one of 100 ms, 10 s after one of 1 s.
    for (const [longMs, calls] of [
      [100, 30],
      [1_000, 99],
    ] as const) {
      const [first] = await callsBetween(longMs, ["李四"], 400, 100);
      expect(first).toBeGreaterThanOrEqual(calls - 1);
      expect(first).toBeLessThanOrEqual(calls + 1);
    }
  });

  it("of a PostgreSQL leave connections to the short statements", async () => {
    const { queue } = aQueue({ places: 3, placesForLong: 1, pacesLong: false });
    const turns: Turn[] = [];
    const long = () =>
      asAsker({ person: "张三" }, () => queue.enter({ isLong: true })).then((turn) => turns.push(turn));
    void long();
    void long();
    await vi.advanceTimersByTimeAsync(0);
    expect(turns).toHaveLength(1);
    await asAsker({ person: "张三" }, () => queue.enter());
    turns[0]?.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(turns).toHaveLength(2);
  });
});

describe("work that makes pauses by itself", () => {
  it("sees that somebody else asked a moment ago, and nobody has to give way to it", async () => {
    const { queue, ask } = aQueue();
    const isSharedFor = (person: string) => asAsker({ person, isPaced: true }, () => queue.isShared());
    await passed(ask("张三"));
    expect([isSharedFor("张三"), isSharedFor("李四")]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(250);
    expect(isSharedFor("李四")).toBe(false);
    const turn = await asAsker({ person: "张三", isPaced: true }, () => queue.enter());
    turn.leave();
    expect(isSharedFor("李四")).toBe(false);
  });
});
