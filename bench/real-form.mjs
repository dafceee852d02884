// G20: the editable table inside a real form of the built console, with its rules, computed columns and master totals:
// a block pasted from a spreadsheet, and typing, over few and many rows. node bench/real-form.mjs [rounds=5]
// The order form and one of documents only (`tests/fixtures/tables`), on a server with documents of its own: the order's
// model is a copy without its limit of eight lines.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { openBrowser } from "./browser-bench.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 5);
const [few, many] = [200, 2_000];
const [short, long] = [20, 2_000];
/** Numbers that are typed for one figure. */
const typed = 20;

const folder = mkdtempSync(join(tmpdir(), "bench-real-form-"));
const schemas = join(folder, "schemas");
cpSync("schemas", schemas, { recursive: true });
change("store/store-order.model.json", (model) => {
  model.relations.details.max = 5_000;
});
change("store/store-order-detail.model.json", (model) => {
  model.indexes = model.indexes.filter(({ unique }) => !unique);
});

function change(name, edit) {
  const path = join(schemas, name);
  const document = JSON.parse(readFileSync(path, "utf8"));
  edit(document);
  writeFileSync(path, JSON.stringify(document));
}

const load = conditions().load;
const server = await startServer({
  DATA_DIR: join(folder, "data"),
  SCHEMAS_DIR: [schemas, "tests/fixtures/tables"].join(delimiter),
  SEED_SCALE: "0.1",
});
const headers = await signIn(server.url, "admin");
const products = await list("/product/product/list?pageSize=500&status=1");
const isOnly = ({ name }) => products.filter((other) => other.name === name).length === 1;
const names = products.filter((product) => !product.storeId && isOnly(product)).map(({ name }) => name);
if (names.length === 0) throw new Error("no product that every store sells, by a name of its own");

/** Form → how it is opened, the column whose number is typed, and the cells of a pasted row in the order of the columns. */
const forms = {
  order: {
    path: "/store/order",
    add: "新增门店订单",
    cells: (at) => [names[at % names.length], "", "12.50", String(1 + (at % 9)), "", "", "", `备注 ${at}`],
  },
  plan: {
    path: "/work/plan",
    add: "新增计划",
    cells: (at) => [
      `A-${at}`,
      `品名 ${at}`,
      String(1 + (at % 9)),
      "12.50",
      "",
      "2026/3/4",
      `138${String(10_000_000 + at)}`,
      `备注 ${at}`,
    ],
  },
};

async function list(path) {
  const answer = await fetch(`${server.url}/api${path}`, { headers });
  const { success, message, result } = await answer.json();
  if (!success) throw new Error(`${path}: ${message}`);
  return result.records;
}

const browser = await openBrowser();
const samples = Object.fromEntries(Object.keys(forms).map((name) => [name, []]));
for (let turn = 0; turn <= rounds; turn += 1) {
  for (const [name, form] of Object.entries(forms)) {
    const sample = {
      paste: { few: await measure(form, few, paste), many: await measure(form, many, paste) },
      type: { few: await measure(form, short, pasteAndType), many: await measure(form, long, pasteAndType) },
    };
    if (turn > 0) samples[name].push(sample); // the first round warms up
  }
}
const version = browser.version();
await browser.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });

/** Opens a new record in a context of its own, one line in it, the first cell active. */
async function measure(form, rows, work) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByPlaceholder("请输入用户名").fill("admin");
    await page.getByPlaceholder("请输入密码").fill("correct-horse-battery");
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.getByRole("navigation").first().waitFor();
    await page.goto(server.url + form.path);
    await page.getByRole("button", { name: form.add }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "新增一行" }).first().click();
    await dialog.getByText("共 1 行", { exact: true }).waitFor();
    const grid = dialog.locator("[role$=grid]").first();
    await grid.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Home");
    const protocol = await context.newCDPSession(page);
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    const cpuMs = async () =>
      (await protocol.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    return await work({ page, dialog, grid, cpuMs, cells: form.cells, rows });
  } finally {
    await context.close();
  }
}

/** @returns processor and wall time from the paste until all rows are there and painted, milliseconds */
async function paste({ page, dialog, grid, cpuMs, cells, rows }) {
  const text = Array.from({ length: rows }, (_, at) => cells(at).join("\t")).join("\n");
  const cpuBefore = await cpuMs();
  const startedAt = Date.now();
  await grid.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await dialog
    .getByText(new RegExp(`^共 ${rows} 行`))
    .first()
    .waitFor();
  await painted(page);
  return { cpuMs: (await cpuMs()) - cpuBefore, ms: Date.now() - startedAt };
}

function painted(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** @returns processor time of one number that is typed and put in with Enter, milliseconds */
async function pasteAndType(meters) {
  const { page, cpuMs } = meters;
  await paste(meters);
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  const type = async (times) => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(String(1 + (time % 9)));
      await page.keyboard.press("Enter");
      await painted(page);
    }
  };
  await type(3);
  await page.keyboard.press("Control+Home");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  const cpuBefore = await cpuMs();
  await type(typed);
  return { cpuMs: ((await cpuMs()) - cpuBefore) / typed };
}

const of = (name, part, size, key = "cpuMs") => median(samples[name].map((sample) => sample[part][size][key]));
writeResult("real-form", {
  title: "The editable table inside a form of the built console (G20); medians, milliseconds",
  conditions: {
    ...conditions({ rounds, browser: version, viewport: "1440×900" }),
    load: { before: load, after: conditions().load },
  },
  cases: Object.keys(forms).map((name) => ({
    form: name,
    [`paste${few}x8CpuMs`]: round(of(name, "paste", "few"), 0),
    [`paste${many}x8CpuMs`]: round(of(name, "paste", "many"), 0),
    [`paste${many}x8Ms`]: round(of(name, "paste", "many", "ms"), 0),
    pasteRatio: round(of(name, "paste", "many") / of(name, "paste", "few")),
    [`type${short}CpuMs`]: round(of(name, "type", "few"), 1),
    [`type${long}CpuMs`]: round(of(name, "type", "many"), 1),
    typeRatio: round(of(name, "type", "many") / of(name, "type", "few")),
  })),
});
