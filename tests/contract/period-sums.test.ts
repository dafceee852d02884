import { afterAll, beforeAll, expect, it } from "vitest";
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

const run = () => runJob(server, "period-sums");

/** As the month before has left them. */
const salesman = (id: string, monthAmount: number): Row => ({
  ...{ id, salesmanNo: id, name: id, mobile: `1390000000${id.slice(1)}`, idNo: "", companyId: "c1", status: "1" },
  ...{ monthTarget: 100, monthAmount, targetRate: monthAmount },
});
const order = (id: string, salesmanId: string, payAmount: number, finishTime: string | null): Row => ({
  ...{ id, orderNo: id, salesmanId, storeId: "s1", memberId: "m1", payAmount, finishTime, status: "2" },
});
const sumsOf = async (id: string) => {
  const { result } = await admin.get<Row>("/sales/salesman/queryById", { query: { id } });
  return [result.monthAmount, result.targetRate, result.version];
};

it("a new month begins with its own orders: sums and what follows from them are worked out anew, once", async () => {
  const now = server.context.clock();
  await putRows(server, "sales/salesman", [
    salesman("p1", 70),
    salesman("p2", 30),
    salesman("p3", 0),
    salesman("p4", 25),
  ]);
  await putRows(server, "store/store-order", [
    order("o1", "p1", 50, now),
    order("o2", "p1", 70, "2026-01-15 10:00:00"),
    order("o3", "p1", 20, null),
    order("o4", "p3", 40, `${now.slice(0, 7)}-01 00:00:00`),
    order("o5", "p4", 25, now),
  ]);
  expect(await run()).toBe("重算期间汇总 3 行");
  expect(await Promise.all(["p1", "p2", "p3", "p4"].map(sumsOf))).toEqual([
    [50, 50, 1],
    [0, 0, 1],
    [40, 40, 1],
    [25, 25, 1],
  ]);
  expect(await run()).toBe("重算期间汇总 0 行");
});

it("the job is set up for every midnight", async () => {
  const { result } = await admin.get<{ records: readonly Row[] }>("/sys/quartzJob/list", {
    query: { jobClassName: "period-sums" },
  });
  expect(result.records).toMatchObject([{ cronExpression: "0 0 0 * * ?", status: 0, misfire: "once" }]);
});
