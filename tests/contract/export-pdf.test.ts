import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { type PdfPage, readPdf } from "../support/read-pdf.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const hostile = {
  formula: "=cmd|' /C calc'!A0",
  unbroken: "W".repeat(700),
  rtl: "\u202Egpj.exe שלום مرحبا",
  emoji: "👩‍👩‍👧🏽 ok \ud800 𬭛",
  control: "\u0000\u0007a\u001b[31mb\u007f\r\nc\td",
  operators: "(( ET Q q BT ) Tj \\ << /JS >> endstream endobj %PDF",
  huge: "长文".repeat(4_000),
};

const listQuery = { format: "pdf", column: "memberNo", order: "asc" };

/** More than stand side by side on an upright page. */
const wideFields =
  "memberNo,realname,nickname,mobile,sex,birthday,levelId,points,totalAmount,orderCount,serviceStoreId,referrerId,registerSource,status,registerTime,remark";

describe("exports as PDF", () => {
  let server: TestServer;
  let admin: TestClient;
  let reader: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, sex, points, tenant_id, create_time, birthday)
      select 'm' || n, 1, 'M' || lpad(n::text, 5, '0'), '会员' || n, '139' || lpad(n::text, 8, '0'), '5', '2',
        n * 1234.5, 0, timestamp '2026-01-01 08:30:00', date '1990-05-12'
      from generate_series(1, 120) n`.execute(server.db.kysely);
    admin = await server.as("admin");
    await addUser(server, { username: "reader", permissions: ["member:member:list", "member:member:export"] });
    await addUser(server, { username: "watcher", permissions: ["member:member:list"] });
    reader = await server.as("reader");
  });
  afterAll(() => server.close());

  const exported = async (query: object, client = admin): Promise<readonly PdfPage[]> => {
    const answer = await client.get("/member/member/exportXls", { query: { ...listQuery, ...query } as never });
    expect([answer.headers["content-type"], answer.message]).toEqual(["application/pdf", undefined]);
    return readPdf(answer.bytes);
  };
  const textOf = (pages: readonly PdfPage[]) => pages.flatMap(({ lines }) => lines).join("\n");

  it("PDF-01 has title, maker, time, the conditions in words, and on each page the table's head and `第 n 页，共 m 页`", async () => {
    const conditions = JSON.stringify([{ field: "memberNo", rule: "le", val: "M00110" }]);
    const query = { exportFields: "memberNo,realname,sex", sex: "2", realname: "*会员*", superQueryParams: conditions };
    const pages = await exported(query);
    expect(pages[0]?.lines.slice(0, 4)).toEqual([
      "会员列表数据",
      expect.stringMatching(/^导出人:管理员\s+导出时间:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      "条件:性别 女，姓名 包含“会员”，会员编号 不大于 M00110",
      "会员编号 姓名 性别",
    ]);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, { lines }] of pages.entries()) {
      expect(lines).toContain("会员编号 姓名 性别");
      expect(lines.at(-1)).toMatch(new RegExp(`^会员列表数据 第 ${index + 1} 页，共 ?${pages.length} 页$`));
    }
    const rows = textOf(pages).match(/^M\d{5} .*$/gm);
    expect(rows).toHaveLength(110);
    expect(rows?.[0]).toBe("M00001 会员1 女");
    expect(rows?.at(-1)).toBe("M00110 会员110 女");
  });

  it("PDF-02 numbers end at one edge, with separators; wide tables lie across; groups stand above their columns", async () => {
    const pages = await exported({
      exportFields: "memberNo,points",
      exportGroups: JSON.stringify({ points: "积分情况" }),
    });
    const [first] = pages;
    expect([first?.width, first?.height].map((each) => Math.round(each ?? 0))).toEqual([595, 842]);
    const points = first?.pieces.filter(({ text, y }) => y > 60 && /^[\d,]+(\.\d+)?$/.test(text)) ?? [];
    expect(points.length).toBeGreaterThan(20);
    expect(new Set(points.map(({ right }) => right.toFixed(1))).size).toBe(1);
    expect(points.some(({ text }) => text.includes(","))).toBe(true);
    expect(first?.lines.slice(3, 6)).toEqual(["积分情况", "会员编号", expect.stringMatching(/^积分|M00001/)]);
    const [wide] = await exported({ exportFields: wideFields });
    expect(Number(wide?.width)).toBeGreaterThan(Number(wide?.height));
  });

  it("PDF-03 masks stay, a column that a person does not have is refused, the right is asked, English has English words", async () => {
    const masked = textOf(await exported({ exportFields: "memberNo,mobile" }, reader));
    expect(masked).toMatch(/M00001 139\*+/);
    expect(masked).not.toContain("13900000001");
    const refused = await reader.get("/member/member/exportXls", { query: { ...listQuery, exportFields: "passwd" } });
    expect([refused.success, refused.message]).toEqual([false, "不支持导出字段“passwd”"]);
    const watcher = await (await server.as("watcher")).get("/member/member/exportXls", { query: listQuery });
    expect([watcher.status, watcher.code]).toEqual([403, 510]);
    const english = await admin.get("/member/member/exportXls", {
      query: { ...listQuery, exportFields: "memberNo,sex", memberNo: "M00001" },
      headers: { "accept-language": "en-US" },
    });
    const [page] = await readPdf(english.bytes);
    expect(page?.lines).toEqual([
      "Member list",
      expect.stringContaining("Exported by: 管理员"),
      expect.stringMatching(/^Conditions: .* M00001$/),
      expect.stringMatching(/Sex$/),
      "M00001 Female",
      expect.stringMatching(/^Member list Page 1 of ?1$/),
    ]);
    expect((await exported({ exportFields: "memberNo", memberNo: "none" }))[0]?.lines).toContain("没有数据");
  });

  it("PDF-04 hostile texts are text: formulas, one long word, right to left, emoji, control characters, operators of PDF", async () => {
    for (const [name, text] of Object.entries(hostile)) {
      // No database stores these two.
      const stored = text.replaceAll("\u0000", "").replaceAll("\ud800 ", "");
      await sql`insert into member (id, version, member_no, realname, mobile, register_source, remark, tenant_id, create_time)
        values (${`h-${name}`}, 1, ${`H-${name}`}, '王', ${`h${name}`}, '5', ${stored}, 0, timestamp '2026-01-01')`.execute(
        server.db.kysely,
      );
    }
    const answer = await admin.get("/member/member/exportXls", {
      query: { ...listQuery, exportFields: "memberNo,remark", memberNo: "H-*" },
    });
    expect(answer.bytes.includes("/JavaScript")).toBe(false);
    expect(answer.bytes.includes("/JS")).toBe(false);
    const pages = await readPdf(answer.bytes);
    const text = textOf(pages);
    expect(text).toContain("=cmd|' /C calc'!A0");
    expect(text.replace(/[^W]/g, "")).toHaveLength(700);
    expect(text).toContain("□");
    expect(text).toContain("a[31mb");
    expect(text).toContain("(( ET Q q BT ) Tj \\ << /JS >> endstream endobj %PDF");
    expect(text).toContain("gpj.exe");
    expect(text).toContain("…（8000）");
    for (const { pieces, width } of pages) for (const { right } of pieces) expect(right).toBeLessThan(width - 30);
  });

  it("PDF-05 more than 20,000 rows are refused in words, at once and in the background", async () => {
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, tenant_id, create_time)
      select 'x' || n, 1, 'X' || n, '多', 'x' || n, '5', 0, timestamp '2026-01-01' from generate_series(1, 20000) n`.execute(
      server.db.kysely,
    );
    const message = "PDF 最多 20000 行，请缩小条件，或改用 .xlsx、.csv 导出";
    const now = await admin.get("/member/member/exportXls", { query: { ...listQuery, exportFields: "memberNo" } });
    expect([now.success, now.message]).toEqual([false, message]);
    const later = { kind: "model", id: "member/member", format: "pdf", query: { exportFields: "memberNo" } };
    expect(await admin.post("/sys/export/add", later)).toMatchObject({ success: false, message });
    await sql`delete from member where id like 'x%'`.execute(server.db.kysely);
  });

  it("PDF-16 sub-rows count: a list whose lines are too many is refused before the first byte, at once and in the background", async () => {
    await sql`insert into sys_dict (id, version, dict_name, dict_code, type, del_flag, tenant_id, create_time)
      select 'many' || n, 1, '很多' || n, 'many' || n, 0, 0, 0, timestamp '2026-01-01' from generate_series(1, 3) n`.execute(
      server.db.kysely,
    );
    await sql`insert into sys_dict_item (id, version, dict_id, item_text, item_value, sort_order, status, tenant_id, create_time)
      select 'many-' || m || '-' || n, 1, 'many' || m, n::text, n::text, n, 1, 0, timestamp '2026-01-01'
      from generate_series(1, 3) m, generate_series(1, case m when 1 then 10 else 10000 end) n`.execute(
      server.db.kysely,
    );
    const query = { dictCode: "many*", exportFields: "dictName,dictCode" };
    const message = "PDF 最多 20000 行，请缩小条件，或改用 .xlsx、.csv 导出";
    const now = await admin.get("/sys/dict/exportXls", { query: { ...query, format: "pdf" } });
    expect([now.success, now.message, now.headers["content-type"]]).toEqual([
      false,
      message,
      expect.stringContaining("json"),
    ]);
    const later = { kind: "model", id: "system/dict", format: "pdf", query };
    expect(await admin.post("/sys/export/add", later)).toMatchObject({ success: false, message });
    const chosen = await admin.get("/sys/dict/exportXls", {
      query: { ...query, format: "pdf", selections: "many1" },
    });
    expect(chosen.headers["content-type"]).toBe("application/pdf");
    await sql`delete from sys_dict_item where id like 'many-%'`.execute(server.db.kysely);
    await sql`delete from sys_dict where id like 'many%'`.execute(server.db.kysely);
  });

  it("PDF-17 a record with more rows than its page holds is refused with the name of the rows; none are left out", async () => {
    await sql`insert into member_bank (id, version, member_id, bank, branch, card_no, holder, mobile, tenant_id, create_time)
      select 'full' || n, 1, 'm2', 'CMB', '支行', 'full' || n, '王', '13900000001', 0, timestamp '2026-01-01'
      from generate_series(1, 5000) n`.execute(server.db.kysely);
    await sql`insert into store_order (id, version, order_no, store_id, member_id, status, order_type, tenant_id, create_time)
      select 'full' || n, 1, 'FULL' || n, 's1', case when n <= 1200 then 'm3' else 'm4' end, '2', '1', 0, timestamp '2026-01-01'
      from generate_series(1, 6200) n`.execute(server.db.kysely);
    const link = { field: "memberId", masterField: "id" };
    const banks = { title: "银行卡", fields: "", relation: "banks" };
    const orders = { title: "订单", fields: "orderNo", base: "/store/storeOrder", link };
    const ask = (id: string, part: object) =>
      admin.get("/member/member/exportRecord", { query: { id, layout: JSON.stringify([part]) } });
    const message = (title: string) => `“${title}”有 5000 行以上，一份 PDF 放不下，请在它的列表里缩小条件后导出`;
    expect((await ask("m2", banks)).message).toBe(message("银行卡"));
    expect((await ask("m4", orders)).message).toBe(message("订单"));
    const whole = textOf(await readPdf((await ask("m3", orders)).bytes));
    expect(new Set(whole.match(/FULL\d+/g)).size).toBe(1200);
    await sql`delete from member_bank where id like 'full%'`.execute(server.db.kysely);
    await sql`delete from store_order where id like 'full%'`.execute(server.db.kysely);
  });

  it("PDF-18 more than 30 columns are refused in words, now and later; 30 are written", async () => {
    const model = server.context.engine.models.get("member/member");
    const names = [...(model?.fields.values() ?? [])]
      .filter(({ hidden, pinyinOf }) => !hidden && pinyinOf === undefined)
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    const of = (count: number) => ({ ...listQuery, exportFields: names.slice(0, count).join(","), memberNo: "M0000*" });
    const message = "PDF 最多 30 列，请少选几列";
    const now = await admin.get("/member/member/exportXls", { query: of(31) });
    expect([now.success, now.message]).toEqual([false, message]);
    const later = { kind: "model", id: "member/member", format: "pdf", query: of(31) };
    expect(await admin.post("/sys/export/add", later)).toMatchObject({ success: false, message });
    const [page] = await exported(of(30));
    expect([page?.width, page?.height].map((each) => Math.round(each ?? 0))).toEqual([1191, 842]);
  });

  it("PDF-06 the background makes the same file", async () => {
    const query = { column: "memberNo", order: "asc", exportFields: "memberNo,mobile", memberNo: "M*" };
    const order = {
      kind: "model",
      id: "member/member",
      format: "pdf",
      query,
    };
    const { result, message } = await reader.post<{ id: string }>("/sys/export/add", order);
    expect(message).toBe("已提交，完成后会通知您");
    const state = async (id: string) =>
      (
        await reader.get<{ records: { id: string; state: string; title: string }[] }>("/sys/export/list", {
          query: { pageSize: "100" },
        })
      ).result.records.find((row) => row.id === id);
    await until(async () => expect(await state(result.id)).toMatchObject({ state: "done", title: "会员.pdf" }));
    const file = await reader.get("/sys/export/download", { query: { id: result.id } });
    const drop = (pages: readonly PdfPage[]) => textOf(pages).replace(/\d\d:\d\d:\d\d/g, "");
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(drop(await readPdf(file.bytes))).toBe(drop(await exported(query, reader)));
  });

  it("PDF-07 a record has its values in sections and its rows in tables, masked and chosen as on the screen", async () => {
    await sql`insert into member_bank (id, version, member_id, bank, branch, card_no, holder, mobile, tenant_id, create_time)
      values ('b1', 1, 'm1', 'CMB', '招商银行一支行', '6225880212345678', '王芳', '13900000001', 0, timestamp '2026-01-01')`.execute(
      server.db.kysely,
    );
    const layout = JSON.stringify([
      { title: "基本信息", fields: "memberNo,realname,mobile,sex,points" },
      { title: "银行卡", fields: "", relation: "banks" },
      { title: "订单", fields: "orderNo", base: "/store/storeOrder", link: { field: "memberId", masterField: "id" } },
    ]);
    const query = { id: "m1", title: "会员/M00001", layout };
    const answer = await admin.get("/member/member/exportRecord", { query });
    expect([answer.headers["content-type"], answer.headers["content-disposition"]]).toEqual([
      "application/pdf",
      `attachment; filename*=UTF-8''${encodeURIComponent("会员 M00001.pdf")}`,
    ]);
    const pages = await readPdf(answer.bytes);
    const lines = pages.flatMap((page) => page.lines);
    expect(lines[0]).toBe("会员/M00001");
    expect(lines[1]).toMatch(/^导出人:管理员 导出时间:/);
    expect(lines.slice(2, 6)).toEqual([
      "基本信息",
      "会员编号 M00001 姓名 会员1",
      "手机号 13900000001 性别 女",
      expect.stringMatching(/^积分余额 1,23[45]$/),
    ]);
    expect(lines).toContain("银行卡");
    expect(lines.some((line) => line.includes("招商银行一支行"))).toBe(true);
    expect(lines).toContain("没有数据");
    expect(lines.at(-1)).toMatch(new RegExp(`第 ${pages.length} 页，共 ?${pages.length} 页$`));

    const own = await reader.get("/member/member/exportRecord", { query });
    const text = textOf(await readPdf(own.bytes));
    expect(text).toMatch(/139\*+/);
    expect(text).not.toContain("13900000001");
    expect(text).not.toContain("订单");
    const whole = textOf(
      await readPdf((await admin.get("/member/member/exportRecord", { query: { id: "m1" } })).bytes),
    );
    expect(whole).toContain("会员详情");
    expect(whole).toContain("招商银行一支行");
  });

  it("PDF-15 a sheet has the sums of its rows and lines to sign on, in the words of the reader", async () => {
    await sql`insert into store_order (id, version, order_no, store_id, status, order_type, amount, pay_amount, tenant_id, create_time)
      values ('o1', 1, 'SO1', 's1', '2', '1', 30.3, 30.3, 0, timestamp '2026-01-01')`.execute(server.db.kysely);
    await sql`insert into store_order_detail (id, version, order_id, product_id, price, qty, amount, tenant_id, create_time)
      select 'd' || n, 1, 'o1', 'p' || n, 10.1, n, n * 10.1, 0, timestamp '2026-01-01' from generate_series(1, 3) n`.execute(
      server.db.kysely,
    );
    const layout = JSON.stringify([
      { title: "", fields: "orderNo,amount" },
      { title: "商品明细", fields: "productId,price,qty,amount", relation: "details", sums: "qty,amount" },
    ]);
    const signatures = JSON.stringify(["经办人", "顾客"]);
    const answer = await admin.get("/store/storeOrder/exportRecord", { query: { id: "o1", layout, signatures } });
    const [page] = await readPdf(answer.bytes);
    expect(page?.lines.slice(3)).toEqual([
      "商品明细",
      expect.stringMatching(/^商品 单价 /),
      ...[1, 2, 3].map((n) => expect.stringMatching(new RegExp(`^p${n} 10.10 ${n} ${(n * 10.1).toFixed(2)}$`))),
      "合计 6 60.60",
      "经办人： 顾客：",
      expect.stringMatching(/第 1 页，共 ?1 页$/),
    ]);
    const english = await admin.get("/store/storeOrder/exportRecord", {
      query: { id: "o1", layout, signatures },
      headers: { "accept-language": "en-US" },
    });
    expect(textOf(await readPdf(english.bytes))).toContain("Total 6 60.60");
    for (const given of [
      "x",
      "{}",
      "[1]",
      JSON.stringify(Array(11).fill("经办人")),
      JSON.stringify(["长".repeat(101)]),
    ]) {
      const refused = await admin.get("/store/storeOrder/exportRecord", { query: { id: "o1", signatures: given } });
      expect([refused.success, refused.message]).toEqual([false, "签字栏须为 JSON 列表：最多 10 个名称"]);
    }
  });

  it("PDF-08 a record that is not theirs, a field or a relation that is not there, a broken layout: no file", async () => {
    const refused = async (query: Record<string, string>, client = admin) => {
      const { success, status, message } = await client.get("/member/member/exportRecord", { query });
      expect(success).toBe(false);
      return status === 200 ? message : status;
    };
    const laid = (parts: unknown) => ({ id: "m1", layout: JSON.stringify(parts) });
    expect(await refused({ id: "none" })).toBe("未找到对应实体");
    expect(await refused(laid([{ title: "", fields: "passwd" }]))).toBe("不支持导出字段“passwd”");
    for (const relation of ["none", "constructor", "__proto__"])
      expect(await refused(laid([{ title: "", fields: "", relation }]))).toBe(`没有关系“${relation}”`);
    const link = { field: "password", masterField: "id" };
    expect(await refused(laid([{ title: "", fields: "", base: "/sys/user", link }]))).toBe("没有关系“/sys/user”");
    for (const parts of [{}, [], [1], [{ title: 1, fields: "" }], [{ title: "", fields: [] }], "x"])
      expect(await refused(laid(parts))).toBe("详情的版式须为 JSON 列表：标题和字段");
    expect(await refused({ id: "m1", layout: "{" })).toBe("详情的版式须为 JSON 列表：标题和字段");
    expect(await refused({ id: "m1" }, await server.as("watcher"))).toBe(403);
    expect((await server.anonymous.get("/member/member/exportRecord", { query: { id: "m1" } })).status).toBe(401);
  });
});
