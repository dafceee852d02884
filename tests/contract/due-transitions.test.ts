import { afterAll, beforeAll, expect, it } from "vitest";
import { AppError } from "../../server/http/errors.ts";
import type { Engine } from "../../server/models/engine.ts";
import { putRows } from "../support/put-rows.ts";
import { runJob } from "../support/run-job.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const put = (modelId: string, rows: readonly Row[]) => putRows(server, modelId, rows);
const run = (engine?: Engine) =>
  runJob(server, "due-transitions", { at: "2026-03-01 12:00:00", ...(engine && { engine }) });

const reward = (id: string, unfreezeTime: string | null, status = "0") => ({
  ...{ id, promoNo: id, promoterId: "m1", promoType: "1", rewardAmount: 2, unfreezeTime, status },
});
const stateOf = async (base: string, id: string) =>
  (await admin.get<Row>(`${base}/queryById`, { query: { id } })).result;

it("rows whose time has come move as their documents say; those of later, of none and in another state stay", async () => {
  await put("member/member-promotion", [
    reward("p1", "2026-03-01 12:00:00"),
    reward("p2", "2026-03-01 12:00:01"),
    reward("p3", null),
    reward("p4", "2026-02-01 00:00:00", "9"),
  ]);
  expect(await run()).toBe("到期处理 1 行");
  const states = await Promise.all(["p1", "p2", "p3", "p4"].map((id) => stateOf("/member/memberPromotion", id)));
  expect(states.map(({ status }) => status)).toEqual(["1", "0", "0", "9"]);
  expect(states[0]).toMatchObject({ updateBy: "system", version: 2 });
  expect(await run()).toBe("到期处理 0 行");
});

it("a case that nobody has closed within its 48 hours is marked once, and stays open", async () => {
  const open = { handleType: "3", reason: "等待太久", overdue: "N", dueTime: "2026-02-28 00:00:00" };
  await put("settle/handle-order", [
    { ...open, id: "h1", handleNo: "h1", orderId: "o1", status: "1" },
    { ...open, id: "h2", handleNo: "h2", orderId: "o2", status: "2" },
  ]);
  expect(await run()).toBe("到期处理 1 行");
  expect(await stateOf("/settle/handleOrder", "h1")).toMatchObject({ overdue: "Y", dueTime: null, status: "1" });
  const pressed = await admin.put("/settle/handleOrder/overdue", { id: "h1" });
  expect(pressed.message).toBe("还没有到处理期限");
  expect(await stateOf("/settle/handleOrder", "h2")).toMatchObject({ overdue: "N", status: "2" });
});

it("in a closed tenant nothing moves; its rows follow when it opens again", async () => {
  await server.db.kysely.insertInto("sys_tenant").values({ id: "41", name: "停用租户", status: 0 }).execute();
  await put("member/member-promotion", [{ ...reward("t1", "2026-02-01 00:00:00"), tenantId: 41 }]);
  expect(await run()).toBe("到期处理 0 行");
  await server.db.kysely.updateTable("sys_tenant").set({ status: 1 }).where("id", "=", "41").execute();
  expect(await run()).toBe("到期处理 1 行");
});

it("a row that is refused is named with its reason and holds up no other", async () => {
  await put("member/member-promotion", [reward("q1", "2026-02-01 00:00:00"), reward("q2", "2026-02-01 00:00:00")]);
  const refusing = new Proxy(server.context.engine, {
    get: (engine, name) =>
      name === "transition"
        ? (
            model: string,
            key: string,
            body: Row,
            ...rest: Parameters<Engine["transition"]> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never
          ) =>
            body.id === "q1"
              ? Promise.reject(new AppError("INVALID", { details: { reason: "正在结算" } }))
              : engine.transition(model, key, body, ...rest)
        : Reflect.get(engine, name),
  });
  expect(await run(refusing)).toBe("到期处理 1 行；未处理：推广奖励 1 行（正在结算）");
  expect(await stateOf("/member/memberPromotion", "q2")).toMatchObject({ status: "1" });
});
