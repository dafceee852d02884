// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "./LazyBoundary.tsx";

afterEach(() => vi.unstubAllGlobals());

/** What the browser is given to do, once; React draws in such turns. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("shows a part in the turns after its arrival, not when a waiting time is over", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false); // there React would not hold anything back
  let arrive: (part: { default: () => React.ReactNode }) => void = () => undefined;
  const Part = lazyPart(() => new Promise<{ default: () => React.ReactNode }>((resolve) => (arrive = resolve)));
  const element = document.createElement("div");
  const root = createRoot(element);
  root.render(
    <LazyBoundary fallback="加载中">
      <Part />
    </LazyBoundary>,
  );
  await vi.waitUntil(() => element.textContent === "加载中");
  const began = performance.now();
  arrive({ default: () => "订单" });
  while (element.textContent !== "订单" && performance.now() - began < 250) await turn();
  expect(element.textContent).toBe("订单");
  root.unmount();
});
