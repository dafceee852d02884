import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { aClerk, administrator } from "../../tests/support/callers.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import { statementsOf } from "../../tests/support/statements.ts";
import { shippedDocuments, usualFirstStart } from "../../tests/support/test-server.ts";
import { withCommitNotices } from "../db/commit-notices.ts";
import type { Database } from "../db/database.ts";
import { claimProcessNumber, createIdMaker } from "../db/ids.ts";
import { createBusinessClock } from "./business-clock.ts";
import { createEngine } from "./create-engine.ts";
import type { Engine } from "./engine.ts";
import { loadHooks } from "./hooks.ts";

/** The most statements that saving one member may send, `begin` and `commit` included (design, write speed). */
const mostStatements = 12;

const outOfScope = { errorName: "INVALID", details: { reason: "超出您的数据权限范围，不能保存" } };

const member = "member/member";
const modelOf = (id: string): ResolvedModel => {
  const model = shippedDocuments().resolvedModels.get(id);
  if (!model) throw new Error(`no model ${id}`);
  return model;
};
const withoutPosts = (model: ResolvedModel): ResolvedModel => ({ ...model, onAdd: [] });

forOneEngine("members of the shipped documents", (open) => {
  let db: Database;
  let engine: Engine;
  /** The same, but nothing follows from a new member. */
  let plain: Engine;
  let levelId: string;
  let referrer: Row;
  let last = 0;
  const aMember = (values: Row = {}): Row => {
    last += 1;
    return { realname: `王芳${last}`, mobile: `139${String(last).padStart(8, "0")}`, sex: "2", tags: "new", ...values };
  };

  beforeAll(async () => {
    // What the engine knows runs out after seconds, and is asked for again.
    vi.useFakeTimers({ toFake: ["Date"] });
    db = withCommitNotices(await open({}, usualFirstStart()));
    const parts = {
      database: db,
      hooks: loadHooks(),
      newId: createIdMaker(await claimProcessNumber(db.kysely)),
      clock: createBusinessClock("Asia/Shanghai"),
      timeZone: "Asia/Shanghai",
      note: () => {},
    };
    const models = shippedDocuments().resolvedModels;
    engine = await createEngine({ ...parts, models });
    plain = await createEngine({ ...parts, models: new Map([...models, [member, withoutPosts(modelOf(member))]]) });
    const [lowest] = (await engine.list("member/member-level", { rank: "1" }, administrator)).records;
    levelId = String(lowest?.id);
    const row = { version: 1, tenant_id: 0, status: "1" };
    await db.kysely
      .insertInto("salesman")
      .values({ ...row, id: "s1", name: "李伟", member_count: 0 })
      .execute();
    await db.kysely
      .insertInto("store")
      .values({ ...row, id: "d1", name: "文三路店", depart_code: "A01", maintainer_id: "s1", member_count: 0 })
      .execute();
  });
  afterAll(async () => {
    await engine.stop();
    await plain.stop();
    await db.close();
    vi.useRealTimers();
  });
  beforeEach(async () => {
    referrer = await engine.add("member/member", aMember({ serviceStoreId: "d1" }), administrator);
  });

  /** Notices to other processes go out beside the calls, one for all of twenty milliseconds. */
  const statementsOfCall = async (call: () => Promise<unknown>) =>
    (await statementsOf(call)).filter((text) => !text.includes("pg_notify"));

  const counts = async () => {
    const one = async (table: string, id: unknown) =>
      (await db.kysely.selectFrom(table).selectAll().where("id", "=", id).execute())[0];
    return [
      Number((await one("member", referrer.id))?.direct_count),
      Number((await one("member_level", levelId))?.member_count),
      Number((await one("salesman", "s1"))?.member_count),
      Number((await one("store", "d1"))?.member_count),
    ];
  };

  it("one that names a referrer and a store, with the key of a form, is added with twelve statements, the first row of its level history among them", async () => {
    const before = await counts();
    let added: Row = {};
    const body = aMember({ serviceStoreId: "d1", referrerId: referrer.id });
    const statements = await statementsOfCall(async () => {
      added = await engine.add("member/member", body, administrator, { idempotencyKey: `key-${last}` });
    });
    expect(statements, statements.join("\n")).toHaveLength(12);
    expect(statements.length).toBeLessThanOrEqual(mostStatements);
    expect(added).toMatchObject({
      ...body,
      memberNo: expect.stringMatching(/^M\d{8}$/),
      inviteCode: expect.stringMatching(/^\w{6}$/),
      levelId,
      salesmanId: "s1",
      referrerId_dictText: referrer.realname,
      version: 1,
    });
    expect(added).toEqual(await engine.queryById("member/member", String(added.id), administrator));
    expect(await counts()).toEqual(before.map((count) => count + 1));
  });

  it("without a key, and where nothing follows from it, the row's own write takes the commit with it, and a row outside the caller's scope is refused by it", async () => {
    const { permissionPrefix } = modelOf("member/member");
    const rule = { column: "realname", condition: "=", value: "别人" };
    const limited = aClerk("A01", { dataRules: new Map([[permissionPrefix, [rule]]]) });
    const body = aMember({ serviceStoreId: "d1" });
    const before = await counts();
    const statements = await statementsOfCall(async () => {
      await expect(plain.add("member/member", body, limited)).rejects.toMatchObject(outOfScope);
    });
    expect(statements.filter((text) => text.includes("/* last */"))).toHaveLength(1);
    expect(await counts()).toEqual(before);
    const added = await plain.add("member/member", { ...body, realname: "别人" }, limited);
    expect(await counts()).toEqual(before.map((count, index) => count + (index === 0 ? 0 : 1)));
    await expect(
      plain.edit("member/member", { id: added.id, version: 1, realname: "王芳" }, limited),
    ).rejects.toMatchObject(outOfScope);
    expect(await engine.queryById("member/member", String(added.id), limited)).toMatchObject({
      realname: "别人",
      version: 1,
    });
  });

  it("is edited with four statements, a fifth where names have to be looked up, and both versions are in the data log", async () => {
    const { id } = referrer;
    let edited: Row = {};
    const statements = await statementsOfCall(async () => {
      edited = await engine.edit("member/member", { id, version: 1, realname: "张三", remark: "改名" }, administrator);
    });
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(5);
    expect(edited).toMatchObject({ realname: "张三", remark: "改名", version: 2 });
    expect(edited).toEqual(await engine.queryById("member/member", String(id), administrator));
    const log = await db.kysely
      .selectFrom("sys_data_log")
      .select(["data_version", "data_content"])
      .where("data_id", "=", id)
      .orderBy("data_version")
      .execute();
    expect(log.map((entry) => [entry.data_version, JSON.parse(String(entry.data_content)).realname])).toEqual([
      ["1", referrer.realname],
      ["2", "张三"],
    ]);
  });

  it("an edit sends the same statements whatever it changes, and leaves alone what it does not name", async () => {
    const { id } = referrer;
    const long = "长".repeat(200);
    const edit = async (version: number, values: Row) => {
      let edited: Row = {};
      const statements = await statementsOfCall(async () => {
        edited = await engine.edit("member/member", { id, version, ...values }, administrator);
      });
      return { edited, statements: statements.filter((text) => text.includes("update ")) };
    };
    const first = await edit(1, { remark: long, birthday: "1990-05-06" });
    const second = await edit(2, { email: "wang.fang@example.com", birthday: null });
    expect(second.statements).toEqual(first.statements);
    expect(second.edited).toMatchObject({ remark: long, email: "wang.fang@example.com", birthday: null, version: 3 });
    expect(second.edited).toEqual(await engine.queryById("member/member", String(id), administrator));
  });

  it("the answer names the referrer as they are called now, also after a save in the same transaction", async () => {
    const adding = () => engine.add("member/member", aMember({ referrerId: referrer.id }), administrator);
    expect((await adding()).referrerId_dictText).toBe(referrer.realname);
    await engine.edit("member/member", { id: referrer.id, version: 1, realname: "赵六" }, administrator);
    expect((await adding()).referrerId_dictText).toBe("赵六");
    await db.transaction(async (trx) => {
      await engine.edit("member/member", { id: referrer.id, version: 2, realname: "孙七" }, administrator, { trx });
      const added = await engine.add("member/member", aMember({ referrerId: referrer.id }), administrator, { trx });
      expect(added.referrerId_dictText).toBe("孙七");
    });
    expect((await adding()).referrerId_dictText).toBe("孙七");
  });

  it("a member more at a level does not check the order of the levels, another threshold does", async () => {
    const level = await engine.queryById("member/member-level", levelId, administrator);
    const locks = async (values: Row) => {
      const { version } = await engine.queryById("member/member-level", levelId, administrator);
      const statements = await statementsOf(() =>
        engine.edit("member/member-level", { ...level, ...values, version }, administrator),
      );
      return statements.filter((text) => text.includes("pg_advisory")).length;
    };
    const adding = await statementsOf(() => engine.add("member/member", aMember(), administrator));
    expect(adding.filter((text) => text.includes("pg_advisory"))).toEqual([]);
    expect(await locks({ color: "red" })).toBe(0);
    expect(await locks({ pointRate: 0.9 })).toBeGreaterThan(0);
  });

  it("whose mobile is taken is refused, and nothing of it stays", async () => {
    const before = await counts();
    const twice = aMember({ mobile: referrer.mobile, serviceStoreId: "d1", referrerId: referrer.id });
    await expect(engine.add("member/member", twice, administrator)).rejects.toMatchObject({
      result: { fieldErrors: { mobile: expect.stringContaining("手机号") } },
    });
    expect(await counts()).toEqual(before);
  });
});
