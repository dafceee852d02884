import { withPage } from "../browser-bench.mjs";

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
const middle = (values) => percentile(values, 0.5);
const limited = async (what, work, limitMs = 40_000) => {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no end`)), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
};

/** Opens a page with so many rows. @returns wall and processor time until they are painted, heap over the rows */
export const measureOpening = (browser, address, rows) =>
  withPage(browser, address, async (meters) => mount(meters, rows));

async function mount({ page, cpuMs, heapMb }, rows) {
  await page.evaluate((count) => window.bench.load(count), rows);
  const heapBefore = await heapMb();
  const cpuBefore = await cpuMs();
  const mountMs = await limited(
    "mount",
    page.evaluate(() => window.bench.mount()),
  );
  const mountCpuMs = (await cpuMs()) - cpuBefore;
  return { mountMs, mountCpuMs, heapMb: (await heapMb()) - heapBefore };
}

/** Everything that can be done in an editable table. `short`: only what depends on the number of rows. */
export const measureGrid = (browser, address, rows, { short } = {}) =>
  withPage(browser, address, async (meters) => {
    const { page, cpuMs } = meters;
    const figures = await mount(meters, rows);
    const can = (part) => page.evaluate((name) => window.bench.can(name), part);
    const part = async (name, measure) => {
      if (!(await can(name))) return;
      try {
        Object.assign(figures, await limited(name, measure()));
      } catch (error) {
        console.error(`${address} ${name}: ${error.message.split("\n")[0]}`);
      }
    };
    await part("validate", async () => {
      const { ms, linearMs } = await page.evaluate(() => window.bench.validate());
      return { validateMs: ms, linearMs };
    });
    await part("mount", () => edit(page, figures));
    await part("setCell", async () => ({
      setMs: middle((await page.evaluate(() => window.bench.setCells(8))).slice(1)),
    }));
    await part("setColumn", async () => ({ setThousandMs: await page.evaluate(() => window.bench.setThousand()) }));
    if (short) return figures;
    await part("scrollTo", async () => {
      const before = await cpuMs();
      const { frames, blankShare } = await page.evaluate(() => window.bench.fling(12_000, 10));
      const scrollCpuMs = (await cpuMs()) - before;
      await page.evaluate(() => window.bench.steps(1, 0));
      const stepsBefore = await cpuMs();
      await page.evaluate(() => window.bench.steps(40, 160));
      const stepCpuMs = ((await cpuMs()) - stepsBefore) / 40;
      await page.evaluate(() => window.bench.steps(1, 0));
      return {
        frameCpuMs: scrollCpuMs / frames.length,
        flingCpuMs: scrollCpuMs,
        stepCpuMs,
        frameP50Ms: middle(frames),
        frameP95Ms: percentile(frames, 0.95),
        blankPercent: blankShare * 100,
      };
    });
    await part("sort", async () => ({ sortMs: await page.evaluate(() => window.bench.sort()) }));
    return figures;
  });

/** A person opens a text cell, types and leaves it with Enter; then opens a list twice, where one click does. */
async function edit(page, figures) {
  const opensBy = await page.evaluate(() => window.bench.opensBy());
  const open = async ({ x, y }, what = "text") => {
    await page.mouse.move(x, y);
    await page.evaluate((kind) => window.bench.watchOpening(kind), what);
    if (opensBy === "click") await page.mouse.click(x, y);
    else await page.mouse.dblclick(x, y);
    return page.evaluate(() => window.bench.opening());
  };
  const place = await page.evaluate(() => window.bench.place("名称-3"));
  const openMs = await open(place);
  await page.evaluate(({ x, y }) => window.bench.watchCommit(x, y), place);
  await page.keyboard.press("End");
  await page.keyboard.type("Z");
  await page.keyboard.press("Enter");
  const commitMs = await page.evaluate(() => window.bench.commit());
  Object.assign(figures, { openMs, commitMs });
  if (opensBy !== "click") return undefined;
  const select = async (text) => {
    const ms = await open(await page.evaluate((words) => window.bench.place(words), text), "list");
    await page.keyboard.press("Escape");
    return ms;
  };
  return { firstSelectMs: await select("已通过"), nextSelectMs: await select("草稿") };
}
