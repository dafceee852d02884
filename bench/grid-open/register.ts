import { type BenchRow, makeRows } from "../list-open/workload.ts";

/** What a table under measurement offers to the driver. */
export interface GridBench {
  /** Mounts the table and resolves with the milliseconds until its first row was painted. */
  mount(rowCount: number): Promise<number>;
  /** Scrolls by `stepPx` in each of `frames` frames; answers the length of each frame in milliseconds. */
  scroll(frames: number, stepPx: number): Promise<readonly number[]>;
}

declare global {
  interface Window {
    gridBench?: GridBench;
  }
}

/**
 * @param mount starts drawing into the element; rows are in memory, so only drawing is measured
 * @param scrollTo moves the rows to an offset in pixels
 */
export function registerGrid(
  mount: (element: HTMLElement, rows: readonly BenchRow[]) => void,
  scrollTo: (topPx: number) => void,
): void {
  window.gridBench = {
    async mount(rowCount) {
      const element = document.getElementById("page");
      if (!element) throw new Error("no #page");
      const rows = makeRows(rowCount);
      const firstText = String(rows[0]?.c0);
      const startedAt = performance.now();
      mount(element, rows);
      for (;;) {
        await new Promise(requestAnimationFrame);
        if (element.textContent?.includes(firstText)) break;
        if (performance.now() - startedAt > 60_000) throw new Error("the first row never appeared");
      }
      // A message task runs after the paint of the frame that showed the rows.
      return new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - startedAt);
        channel.port2.postMessage(0);
      });
    },
    async scroll(frames, stepPx) {
      const element = document.getElementById("page");
      const before = element?.textContent;
      const lengths: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < frames; frame += 1) {
        scrollTo((frame + 1) * stepPx);
        const now = await new Promise<number>(requestAnimationFrame);
        lengths.push(now - last);
        last = now;
      }
      if (element?.textContent === before) throw new Error("the table did not scroll");
      return lengths;
    },
  };
}
