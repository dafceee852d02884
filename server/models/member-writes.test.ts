import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { aClerk, administrator } from "../../tests/support/callers.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import { statementsOf } from "../../tests/support/statements.ts";
import { shippedDocuments, usualFirstStart } from "../../tests/support/test-server.ts";
import { until } from "../../tests/support/until.ts";
import { withCommitNotices } from "../db/commit-notices.ts";
import type { Database } from "../db/database.ts";
import { claimProcessNumber, createIdMaker } from "../db/ids.ts";
import { createBusinessClock } from "./business-clock.ts";
import { createEngine } from "./create-engine.ts";
import type { Engine } from "./engine.ts";
import { loadHooks } from "./hooks.ts";
import { fileLanguages } from "./language/reader-texts.ts";

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

forOneEngine("members of the shipped documents", (open, engineName) => {
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
      .insertInto("settle_param")
      .values({
        ...row,
        id: "p3",
        name: "会员推广结算",
        settle_type: "3",
        register_reward: "2.00",
        freeze_days: 7,
        start_date: "2023-01-01",
      })
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

  /** What a registration leaves beside the member. */
  const followingRows = async (id: unknown) => {
    const rows = (table: string, key: string, columns: readonly string[], order: string) =>
      db.kysely.selectFrom(table).select(columns).where(key, "=", id).orderBy(order).execute();
    return {
      levels: await rows(
        "member_level_record",
        "member_id",
        ["change_type", "old_level_id", "new_level_id", "member_name"],
        "id",
      ),
      relations: await rows(
        "member_relation",
        "member_id",
        ["relation_type", "after_id", "after_name", "member_name"],
        "relation_type",
      ),
      rewards: await rows(
        "member_promotion",
        "source_member_id",
        ["promo_no", "promo_type", "promoter_id", "source_name", "layer", "reward_amount", "status"],
        "id",
      ),
    };
  };

  it("one that names a referrer and a store, with the key of a form, is added with at most twelve statements: with its level history, its relations and the reward of who brought it", async () => {
    // The rules that fill numbers are read once.
    await engine.add("member/member", aMember({ referrerId: referrer.id }), administrator);
    const before = await counts();
    let added: Row = {};
    const body = aMember({ serviceStoreId: "d1", referrerId: referrer.id });
    const statements = await statementsOfCall(async () => {
      added = await engine.add("member/member", body, administrator, { idempotencyKey: `key-${last}` });
    });
    // PostgreSQL raises the counter of members beside the transaction.
    expect(statements, statements.join("\n")).toHaveLength(engineName === "embedded" ? 11 : 12);
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
    expect(await followingRows(added.id)).toEqual({
      levels: [{ change_type: "1", old_level_id: null, new_level_id: levelId, member_name: body.realname }],
      relations: [
        { relation_type: "1", after_id: referrer.id, after_name: referrer.realname, member_name: body.realname },
        { relation_type: "3", after_id: "d1", after_name: "文三路店", member_name: body.realname },
      ],
      rewards: [
        {
          promo_no: expect.stringMatching(/^TG\d{12}$/),
          promo_type: "1",
          promoter_id: referrer.id,
          source_name: body.realname,
          layer: "1",
          reward_amount: "2.00",
          status: "0",
        },
      ],
    });
  });

  it("one below eight generations costs as much as one below a single member, and each of them counts it", async () => {
    const line = [referrer];
    for (let height = 1; height < 8; height += 1) {
      line.unshift(await engine.add("member/member", aMember({ referrerId: line[0]?.id }), administrator));
    }
    const statements = await statementsOfCall(() =>
      engine.add("member/member", aMember({ referrerId: line[0]?.id, serviceStoreId: "d1" }), administrator, {
        idempotencyKey: `key-${last}`,
      }),
    );
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(mostStatements);
    const teams = await Promise.all(line.map(({ id }) => engine.queryById("member/member", String(id), administrator)));
    expect(teams.map(({ teamCount }) => teamCount)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("one that comes below a member who is moved meanwhile is counted where that member stands then", async () => {
    const other = await engine.add("member/member", aMember(), administrator);
    const moved = await engine.add("member/member", aMember({ referrerId: referrer.id }), administrator);
    const last = await engine.add("member/member", aMember({ referrerId: moved.id }), administrator);
    let adding: Promise<Row> | undefined;
    await db.transaction(async (trx) => {
      const answers = { id: moved.id, referrerId: other.id, reason: "换绑" };
      await engine.transition("member/member", "changeReferrer", answers, administrator, { trx });
      adding = engine.add("member/member", aMember({ referrerId: last.id }), administrator);
      // The embedded engine does one transaction after the other.
      if (engineName === "postgres") await until(async () => expect(await isWaiting()).toBe(true));
    });
    await adding;
    const teams = await Promise.all(
      [referrer, other, moved, last].map(({ id }) => engine.queryById("member/member", String(id), administrator)),
    );
    expect(teams.map(({ teamCount }) => teamCount)).toEqual([0, 3, 2, 1]);
  });

  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
    return rows.length > 0;
  };

  it("without referrer and store only the level history follows", async () => {
    const ofNoStore = { ...administrator, orgCode: "" };
    const added = await engine.add("member/member", aMember(), ofNoStore);
    expect(await followingRows(added.id)).toMatchObject({
      levels: [{ new_level_id: levelId }],
      relations: [],
      rewards: [],
    });
  });

  it("a frozen referrer is refused, and no reward is paid where the parameters of the settlement name none", async () => {
    const body = aMember({ referrerId: referrer.id });
    await engine.transition("member/member", "freeze", { id: referrer.id, freezeReason: "恶意刷单" }, administrator);
    await expect(engine.add("member/member", body, administrator)).rejects.toMatchObject({
      result: { fieldErrors: { referrerId: "推荐人不存在或已停用" } },
    });
    await engine.transition("member/member", "unfreeze", { id: referrer.id }, administrator);
    const reward = (amount: string) =>
      db.kysely.updateTable("settle_param").set({ register_reward: amount }).where("id", "=", "p3").execute();
    await reward("0");
    const added = await engine.add("member/member", body, administrator);
    await reward("2.00");
    expect(await followingRows(added.id)).toMatchObject({
      relations: [{ relation_type: "1" }, { relation_type: "3" }],
      rewards: [],
    });
  });

  it("members of a file are followed by the same rows, with as many statements for fifty as for five", async () => {
    const columns = ["realname", "mobile", "referrerId", "serviceStoreId"].map((name) =>
      modelOf(member).fields.get(name),
    );
    const importing = async (count: number) => {
      const bodies = Array.from({ length: count }, () => aMember());
      const statements = await statementsOfCall(async () => {
        const rows = bodies.map(({ realname, mobile }, index) => ({
          rowNumber: index + 2,
          cells: [String(realname), String(mobile), String(referrer.realname), "文三路店"],
        }));
        const sheet = { columns, rows, ignoredHeaders: [], languages: fileLanguages(new Map()), placeOf: String };
        const done = await engine.importRows(member, sheet, administrator, { keep: "whole" });
        expect(done).toMatchObject({ added: count, problems: [] });
      });
      return { bodies, statements: statements.length };
    };
    const five = await importing(5);
    const fifty = await importing(50);
    expect(fifty.statements).toBe(five.statements);
    for (const { mobile } of [five.bodies[0], fifty.bodies[49]] as Row[]) {
      const [stored] = (await engine.list(member, { mobile: String(mobile) }, administrator)).records;
      expect(await followingRows(stored?.id)).toMatchObject({
        levels: [{ change_type: "1", new_level_id: levelId }],
        relations: [
          { relation_type: "1", after_id: referrer.id },
          { relation_type: "3", after_id: "d1" },
        ],
        rewards: [{ promo_type: "1", promoter_id: referrer.id, reward_amount: "2.00" }],
      });
    }
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
