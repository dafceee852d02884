// An online form's list beside the list of the same page from files: two servers, one form with its table and one with
// the documents that the product exported of it (ONF-04), the same rows. Their calls and their page loads take turns.
// node bench/online-forms.mjs [rows=10000] [rounds=40] [page loads=9]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { buildStale } from "../scripts/build.mjs";
import { openBrowser } from "./browser-bench.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { importSource } from "./import-source.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rows = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 40);
const loads = Number(process.argv[4] ?? 9);
await buildStale(["server", "console"]);
const folder = mkdtempSync(join(tmpdir(), "bench-forms-"));
const documents = join(folder, "documents");
const before = conditions({ rows, rounds, pageLoads: loads, columns: 8 });

const text = (dbFieldName, dbFieldTxt, more = {}) => ({
  ...{ dbFieldName, dbFieldTxt, dbType: "string", dbLength: 64, isShowForm: 1, isShowList: 1 },
  ...more,
});
const fields = [
  text("order_no", "单号", { isQuery: 1 }),
  text("customer", "客户", { isQuery: 1 }),
  text("phone", "手机号"),
  text("sex", "性别", { fieldShowType: "list", dictField: "sex", isQuery: 1 }),
  text("amount", "金额", { dbType: "BigDecimal", dbLength: 12, dbPointLength: 2 }),
  text("quantity", "数量", { dbType: "int", dbLength: 10 }),
  text("placed_on", "日期", { dbType: "Date", fieldShowType: "date" }),
  text("remark", "备注"),
];
async function start(name, schemas) {
  const server = await startServer({ SEED: "none", DATA_DIR: join(folder, name), SCHEMAS_DIR: schemas });
  const headers = { "content-type": "application/json", ...(await signIn(server.url, "admin")) };
  const call = async (method, path, body) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.headers.get("content-type")?.startsWith("application/zip"))
      return new Uint8Array(await answer.arrayBuffer());
    const { success, message, result } = await answer.json();
    if (!success) throw new Error(`${method} ${path}: ${message}`);
    return result;
  };
  return { server, headers, call };
}

/** The same rows on both sides, put into the closed databases. */
async function fill(name) {
  const db = await openDatabase({ dataDir: join(folder, name) });
  await sql`insert into ext_bench (id, order_no, customer, phone, sex, amount, quantity, placed_on, remark, version,
      tenant_id, create_by, create_time, sys_org_code)
    select (1000000 + at)::text, 'D' || lpad(at::text, 7, '0'), '客户' || at % 977, '138' || lpad(at::text, 8, '0'),
      (at % 2 + 1)::text, at * 7.31 % 9000, at % 40, date '2026-01-15' + (at % 300)::integer, '第 ' || at || ' 条', 1,
      0, 'admin', timestamp '2026-01-01' + at * interval '1 minute', 'A01'
    from generate_series(1, ${rows}::integer) at`.execute(db.kysely);
  await sql`analyze ext_bench`.execute(db.kysely);
  await db.close();
}

const form = await start("form", "schemas");
const head = { tableName: "ext_bench", tableTxt: "登记", tableType: 1 };
const id = await form.call("POST", "/online/cgform/api/addAll", { head, fields, indexs: [] });
await form.call("POST", `/online/cgform/api/doDbSynch/${id}/normal`, {});
const zip = await form.call("GET", `/online/cgform/head/exportPages?id=${id}`);
for (const [path, bytes] of Object.entries(unzipSync(zip))) {
  mkdirSync(dirname(join(documents, path)), { recursive: true });
  writeFileSync(join(documents, path), bytes);
}
// The second server makes its table.
await (await start("files", `schemas:${documents}`)).server.stop();
await form.server.stop();
const module = await importSource(new URL("../server/db/open-database.ts", import.meta.url));
const { openDatabase } = module;
for (const name of ["form", "files"]) await fill(name);
const sides = [
  {
    name: "form",
    ...(await start("form", "schemas")),
    base: `/online/cgform/form/${id}`,
    page: `/online/cgformList/${id}`,
  },
  {
    name: "files",
    ...(await start("files", `schemas:${documents}`)),
    base: "/form/ext-bench",
    page: "/form/ext-bench",
  },
];

const queries = {
  "first page": "pageNo=1&pageSize=10",
  "page 500": "pageNo=500&pageSize=10",
  "page of 100": "pageNo=1&pageSize=100",
  "one customer": `pageNo=1&pageSize=10&customer=${encodeURIComponent("*客户77*")}`,
};
const server = {};
for (const [name, query] of Object.entries(queries)) {
  const times = { form: [], files: [] };
  for (let at = -5; at < rounds; at += 1) {
    for (const side of at % 2 ? sides : [...sides].reverse()) {
      const from = performance.now();
      const { total } = await side.call("GET", `${side.base}/list?${query}`);
      if (at >= 0) times[side.name].push(performance.now() - from);
      if (!(total > 0)) throw new Error(`${side.name} ${name}: no rows`);
    }
  }
  server[name] = compared(times);
}

const browser = await openBrowser();
const paint = { form: [], files: [] };
for (const side of sides) {
  side.context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
  const page = await side.context.newPage();
  await page.goto(side.server.url);
  await page.getByPlaceholder("请输入用户名").fill("admin");
  await page.getByPlaceholder("请输入密码").fill("correct-horse-battery");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
  await page.close();
}
for (let at = -2; at < loads; at += 1) {
  for (const side of at % 2 ? sides : [...sides].reverse()) {
    const page = await side.context.newPage();
    const from = performance.now();
    await page.goto(side.server.url + side.page);
    await page
      .getByText(/共 [\d,]+ 条/)
      .first()
      .waitFor();
    await page.getByRole("row").nth(10).waitFor();
    if (at >= 0) paint[side.name].push(performance.now() - from);
    await page.close();
  }
}
await browser.close();
for (const side of sides) await side.server.stop();
rmSync(folder, { recursive: true });

writeResult("online-forms", {
  conditions: { ...before, loadAfter: conditions().load },
  "server, p50": server,
  "browser, until the rows are drawn, median": compared(paint),
});
process.exit(0);

/** Medians in milliseconds, and how much longer the form takes. */
function compared({ form: one, files: other }) {
  return { formMs: round(median(one)), filesMs: round(median(other)), ratio: round(median(one) / median(other)) };
}
