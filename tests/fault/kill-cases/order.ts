import { sql } from "kysely";
import { expect } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { invariants } from "../../contract/sample-invariants.ts";
import { isAnswered, type KillCase } from "./kill-case.ts";

const path = "/store/storeOrder";

/** Completes an order: points, growth, level and sums of the member follow, and those of the store. */
export const completedOrder: KillCase = {
  title: "a completed order has moved every sum, or none",
  middle: { mark: 'insert into "send_point_record"', at: 2, ends: 20 },
  async fill({ kysely }) {
    await sql`insert into sys_depart (id, version, depart_name, org_code, tenant_id)
      values ('killed', 1, '断电部', 'A01', 0)`.execute(kysely);
    await sql`insert into store (id, version, name, status, service_rate, branch_code, sys_org_code, tenant_id)
      values ('killed', 1, '断电店', '1', 8, 'A01', 'A01', 0)`.execute(kysely);
    await sql`insert into product (id, version, name, product_type, price, status, tenant_id)
      values ('killed', 1, '断电面', '1', 200, '1', 0)`.execute(kysely);
  },
  async prepare({ call }, round) {
    const done = async (method: "POST" | "PUT", at: string, body: Row) => {
      const answer = await call<Row>(method, at, body);
      expect(answer).toMatchObject({ success: true });
      return String(answer.result.id);
    };
    const mobile = `1760000${String(round).padStart(4, "0")}`;
    const memberId = await done("POST", "/member/member/add", { realname: "断电", mobile, registerSource: "2" });
    const order = { storeId: "killed", memberId, orderType: "1", payType: "wechat" };
    const details = { rows: [{ productId: "killed", qty: 2 }] };
    const id = await done("POST", `${path}/add`, { ...order, details });
    await done("PUT", `${path}/audit`, { id });
    return {
      act: () => isAnswered(call("PUT", `${path}/complete`, { id })),
      async stored({ kysely }, isCompleted) {
        for (const { id: name, violations } of invariants.filter((each) => /^INV-0/.test(each.id))) {
          expect({ name, rows: (await violations.execute(kysely)).rows }).toEqual({ name, rows: [] });
        }
        const { rows } = await sql<Row>`select status, (select points > 0 from member where id = ${memberId}) as paid,
          (select count(*) > 0 from send_point_record where order_id = ${id}) as noted
          from store_order where id = ${id}`.execute(kysely);
        const none = { status: "1", paid: false, noted: false };
        const whole = { status: "2", paid: true, noted: true };
        expect(rows).toEqual([isCompleted || rows[0]?.status === "2" ? whole : none]);
      },
    };
  },
};
