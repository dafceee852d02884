import { type BenchRow, linearPass, makeRows } from "./workload.ts";

/** A page under measurement. What is absent is not measured. */
export interface BenchSubject {
  /** Starts drawing; the rows are in memory, so only drawing is measured. */
  mount(element: HTMLElement, rows: BenchRow[]): void;
  /** What the page fetches before it is opened; its visitors have it by then. */
  readonly ready?: Promise<unknown>;
  /** The row whose c0 shows that the page is drawn; default: the first. */
  readonly readyAt?: "first" | "last";
  scrollTo?(topPx: number): void;
  /** How a person opens the editor of a cell. */
  readonly opensBy?: "click" | "dblclick";
  setCell?(index: number, key: string, value: string): void;
  /** Writes one column of the rows 0 … `values.length` in one call. */
  setColumn?(key: string, values: readonly string[]): void;
  /** By number, descending. */
  sort?(key: string): void;
  /** Checks all rows: c0 required and unique, c1 required, c6 a phone. Answers the number of wrong cells. */
  validate?(rows: readonly BenchRow[]): number | Promise<number>;
}

/** What the driver calls inside the page. Times are milliseconds. */
export interface BenchPage {
  load(rowCount: number): Promise<void>;
  can(part: keyof BenchSubject): boolean;
  opensBy(): "click" | "dblclick";
  mount(): Promise<number>;
  /** Middle of the cell with this text. */
  place(text: string): { readonly x: number; readonly y: number };
  /** Follows the clock at `speed` px/ms, as a finger does; a slow table makes fewer and larger steps. */
  fling(distancePx: number, speed: number): Promise<{ frames: readonly number[]; blankShare: number }>;
  /** The same steps for everybody, one in each frame. */
  steps(count: number, stepPx: number): Promise<void>;
  /** `list`: until its entries are there, not only the control. */
  watchOpening(what: "text" | "list"): void;
  opening(): Promise<number>;
  watchCommit(x: number, y: number): void;
  commit(): Promise<number>;
  setCells(times: number): Promise<readonly number[]>;
  setThousand(): Promise<number>;
  sort(): Promise<number>;
  validate(): Promise<{ ms: number; linearMs: number; errors: number }>;
}

declare global {
  interface Window {
    bench?: BenchPage;
  }
}

const nextFrame = () => new Promise<number>(requestAnimationFrame);

/** A message task runs after the paint of the frame that is under way. */
const afterPaint = () =>
  new Promise<number>((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(0);
  });

/** @returns the time after the first frame in which it holds */
async function until(holds: () => boolean, limitMs = 60_000): Promise<number> {
  const end = performance.now() + limitMs;
  for (;;) {
    await nextFrame();
    if (holds()) return afterPaint();
    if (performance.now() > end) throw new Error("it never came");
  }
}

const textAt = (x: number, y: number) => document.elementFromPoint(x, y)?.textContent?.trim() ?? "";

/** The element that takes text now, unless it is a check box or the table itself. */
function openEditor(): HTMLInputElement | undefined {
  const element = document.activeElement;
  if (element instanceof HTMLTextAreaElement) return element as unknown as HTMLInputElement;
  return element instanceof HTMLInputElement && element.type !== "checkbox" ? element : undefined;
}

/** Some entries of an open list are in sight. */
const hasEntries = () =>
  [...document.querySelectorAll(".ant-select-item-option, [role=option]")].some(
    (entry) => entry.getBoundingClientRect().height > 10,
  );

export function registerPage(subject: BenchSubject): void {
  const element = document.getElementById("page");
  if (!element) throw new Error("no #page");
  let rows: BenchRow[] = [];
  let opened: Promise<number> = Promise.resolve(Number.NaN);
  let committed = opened;

  const place = (text: string) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeValue?.trim() !== text) continue;
      const box = node.parentElement?.getBoundingClientRect();
      // Tables draw some cells beyond the window.
      const isSeen = box && box.width > 0 && box.right < innerWidth && box.bottom < innerHeight;
      if (isSeen) return { x: box.left + Math.min(box.width / 2, 20), y: box.top + box.height / 2 };
    }
    throw new Error(`${text} is not on the page`);
  };
  const scrollTo = (topPx: number) => subject.scrollTo?.(topPx);
  const isDrawn = (text: string) =>
    element.textContent?.includes(text) || [...element.querySelectorAll("input")].some(({ value }) => value === text);

  window.bench = {
    load: async (rowCount) => {
      rows = makeRows(rowCount);
      await subject.ready;
    },
    can: (part) => subject[part] !== undefined,
    opensBy: () => subject.opensBy ?? "dblclick",
    place,
    async mount() {
      await nextFrame();
      await nextFrame();
      const wanted = String((subject.readyAt === "last" ? rows.at(-1) : rows[0])?.c0);
      const startedAt = performance.now();
      subject.mount(element, rows);
      return (await until(() => isDrawn(wanted) === true)) - startedAt;
    },
    async fling(distancePx, speed) {
      const first = place("名称-0");
      const bottom = Math.min(element.getBoundingClientRect().bottom - 80, first.y + 600);
      const probes = [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => first.y + share * (bottom - first.y));
      const isBlank = (y: number) => {
        const text = textAt(first.x, y);
        return text === "" || text.length > 200;
      };
      const frames: number[] = [];
      let blank = 0;
      const startedAt = await nextFrame();
      let last = startedAt;
      for (let top = 0; top < distancePx; ) {
        const now = await nextFrame();
        frames.push(now - last);
        last = now;
        top = Math.min(distancePx, (now - startedAt) * speed);
        scrollTo(top);
        await afterPaint();
        blank += probes.filter(isBlank).length;
      }
      return { frames, blankShare: blank / (frames.length * probes.length) };
    },
    async steps(count, stepPx) {
      for (let step = 1; step <= count; step += 1) {
        await nextFrame();
        scrollTo(step * stepPx);
      }
      await nextFrame();
      await afterPaint();
    },
    watchOpening(what) {
      const isOpen = what === "list" ? hasEntries : () => openEditor() !== undefined;
      opened = new Promise((resolve, reject) => {
        const begin = (event: Event) => until(isOpen, 8_000).then((at) => resolve(at - event.timeStamp), reject);
        addEventListener(subject.opensBy ?? "dblclick", begin, { capture: true, once: true });
      });
      opened.catch(() => undefined);
    },
    opening: () => opened,
    watchCommit(x, y) {
      committed = new Promise((resolve, reject) => {
        const begin = (event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          removeEventListener("keydown", begin, true);
          const isDone = () => textAt(x, y).endsWith("Z") && openEditor()?.value.endsWith("Z") !== true;
          until(isDone, 8_000).then((at) => resolve(at - event.timeStamp), reject);
        };
        addEventListener("keydown", begin, true);
      });
      committed.catch(() => undefined);
    },
    commit: () => committed,
    async setCells(times) {
      const { x, y } = place("名称-5");
      const spent: number[] = [];
      for (let time = 0; time < times; time += 1) {
        await nextFrame();
        const startedAt = performance.now();
        subject.setCell?.(5, "c0", `写入${time}`);
        spent.push((await until(() => textAt(x, y) === `写入${time}`, 8_000)) - startedAt);
      }
      return spent;
    },
    async setThousand() {
      const { x, y } = place(String(rows[6]?.c6));
      const values = Array.from({ length: 1000 }, (_, index) => `成批${index}`);
      await nextFrame();
      const startedAt = performance.now();
      subject.setColumn?.("c6", values);
      return (await until(() => textAt(x, y).startsWith("成批6"), 8_000)) - startedAt;
    },
    async sort() {
      const { x, y } = place("名称-0");
      const top = rows.reduce((most, row) => (Number(row.c1) > Number(most.c1) ? row : most));
      await nextFrame();
      const startedAt = performance.now();
      subject.sort?.("c1");
      return (await until(() => textAt(x, y) === top.c0)) - startedAt;
    },
    async validate() {
      await nextFrame();
      const linearAt = performance.now();
      linearPass(rows);
      const startedAt = performance.now();
      const errors = (await subject.validate?.(rows)) ?? 0;
      return { ms: performance.now() - startedAt, linearMs: startedAt - linearAt, errors };
    },
  };
}
