import { type RawBuilder, sql } from "kysely";

/** A statement about the demo company that holds when its query returns no row. */
export interface Invariant {
  readonly id: string;
  readonly statement: string;
  readonly violations: RawBuilder<unknown>;
}

const invariant = (id: string, statement: string, violations: RawBuilder<unknown>): Invariant => ({
  id,
  statement,
  violations,
});

export const invariants: readonly Invariant[] = [
  invariant(
    "INV-01",
    "an order has one to eight lines, and its quantity, amount and discount are their sums",
    sql`select o.id from store_order o left join store_order_detail d on d.order_id = o.id
      group by o.id, o.qty, o.amount, o.discount_amount
      having count(d.id) not between 1 and 8 or sum(d.qty) is distinct from o.qty
        or sum(d.amount) is distinct from o.amount or sum(d.discount_amount) is distinct from o.discount_amount`,
  ),
  invariant(
    "INV-02",
    "paid amount, service fee and amount to settle follow their formulas",
    sql`select id from store_order
      where pay_amount <= 0 or pay_amount <> amount - discount_amount - points_amount
        or service_fee <> round((pay_amount - refund_amount) * service_rate / 100, 2)
        or settle_amount <> pay_amount + points_amount - refund_amount - round(points_back / 100.0, 2) - service_fee
        or net_amount <> pay_amount - refund_amount`,
  ),
  invariant(
    "INV-03",
    "a refund lies between nothing and the paid amount, and only a refunded order has all of it back",
    sql`select id from store_order
      where refund_amount < 0 or refund_amount > pay_amount or (status = '4') <> (refund_amount = pay_amount)`,
  ),
  invariant(
    "INV-04",
    "a line costs price times quantity, and its product is the store's or the platform's",
    sql`select d.id from store_order_detail d
      join store_order o on o.id = d.order_id left join product p on p.id = d.product_id
      where d.amount <> round(d.price * d.qty, 2) or d.pay_amount <> d.amount - d.discount_amount
        or p.id is null or (p.store_id is not null and p.store_id <> o.store_id)
      union all
      select min(id) from store_order_detail group by order_id, product_id having count(*) > 1`,
  ),
  invariant(
    "INV-10",
    "a member's level is at least the one that the gross amount has earned",
    sql`select m.id from member m join member_level own on own.id = m.level_id
      where own.rank < (select max(rank) from member_level where min_amount <= m.gross_amount)
      union all select id from member where level_id is null`,
  ),
  invariant(
    "INV-11",
    "the sums that members, stores, products and levels keep are those of their rows",
    sql`select m.id from member m left join (
          select member_id, count(*) as orders, sum(net_amount) as net, max(finish_time) as last,
                 sum(amount) filter (where status <> '4') as gross
          from store_order where finish_time is not null group by member_id) o on o.member_id = m.id
        where m.order_count <> coalesce(o.orders, 0) or m.total_amount <> coalesce(o.net, 0)
          or m.gross_amount <> coalesce(o.gross, 0) or m.last_order_time is distinct from o.last
      union all
      select s.id from store s left join (
          select store_id, count(*) as orders, sum(net_amount) as net
          from store_order where finish_time is not null group by store_id) o on o.store_id = s.id
        where s.order_count <> coalesce(o.orders, 0) or s.order_amount <> coalesce(o.net, 0)
      union all
      select p.id from product p left join (
          select d.product_id, sum(d.qty - d.refund_qty) as sold from store_order_detail d
          join store_order o on o.id = d.order_id where o.status in ('1', '2', '3', '4') group by d.product_id
        ) d on d.product_id = p.id where p.sales_qty <> coalesce(d.sold, 0)
      union all
      select m.id from member m where m.direct_count <> (select count(*) from member c where c.referrer_id = m.id)`,
  ),
  invariant(
    "INV-12",
    "a settlement adds up its lines, and its total follows the formula",
    sql`select r.id from settle_record r left join settle_order l on l.settle_id = r.id
      group by r.id, r.order_count, r.line_amount, r.service_fee, r.total_amount, r.adjust_amount, r.tax_amount, r.unpaid_amount, r.transferred_amount
      having count(l.id) <> r.order_count or coalesce(sum(l.settle_amount), 0) <> r.line_amount
        or coalesce(sum(l.service_fee), 0) <> r.service_fee
        or r.total_amount <> r.line_amount + r.adjust_amount - r.tax_amount
        or r.unpaid_amount <> r.total_amount - r.transferred_amount`,
  ),
  invariant(
    "INV-13",
    "a settlement is completed when its transfers have paid it, and partly paid in between",
    sql`select r.id from settle_record r left join transfer_record t on t.settle_id = r.id and t.status = '2'
      group by r.id, r.status, r.total_amount, r.transferred_amount, r.unpaid_amount
      having coalesce(sum(t.amount), 0) <> r.transferred_amount or r.unpaid_amount < 0
        or (r.status = '4' and r.unpaid_amount <> 0)
        or (r.status = '3' and r.total_amount > 0 and (r.unpaid_amount = 0 or r.transferred_amount = 0))`,
  ),
  invariant(
    "INV-14",
    "an order lies in at most one settlement that is not void, and says which",
    sql`select l.order_id from settle_order l join settle_record r on r.id = l.settle_id and r.status <> '9'
        group by l.order_id having count(*) > 1
      union all
      select o.id from store_order o join settle_record r on r.id = o.settle_id
        where (o.settle_flag = '2') <> (r.status = '4') or o.settle_flag = '0'
          or not exists (select 1 from settle_order l where l.order_id = o.id and l.settle_id = r.id)`,
  ),
  invariant(
    "INV-19",
    "an order and its lines belong to the department of the store, a member to that of the serving store",
    sql`select o.id from store_order o join store s on s.id = o.store_id
        where o.sys_org_code is distinct from coalesce(s.depart_code, s.branch_code) or s.sys_org_code <> o.sys_org_code
      union all
      select d.id from store_order_detail d join store_order o on o.id = d.order_id
        where d.sys_org_code is distinct from o.sys_org_code
      union all
      select m.id from member m left join store s on s.id = m.service_store_id
        where m.sys_org_code is distinct from coalesce(s.sys_org_code, 'A01')
      union all
      select s.id from store s left join sys_depart d on d.org_code = s.sys_org_code where d.id is null`,
  ),
  invariant(
    "INV-20",
    "an open store has exactly one running main maintainer, who is in office",
    sql`select s.id from store s left join store_salesman x
          on x.store_id = s.id and x.role_type = '2' and x.is_main = 'Y' and x.end_date is null
        where s.status in ('1', '2', '3')
        group by s.id, s.maintainer_id
        having count(x.id) <> 1 or min(x.salesman_id) is distinct from s.maintainer_id
      union all
      select x.id from store_salesman x join salesman p on p.id = x.salesman_id
        where x.end_date is null and p.status <> '1'`,
  ),
  invariant(
    "INV-03",
    "an order that was refunded or is about to be has a case that says so",
    sql`select o.id from store_order o where o.status in ('3', '4') and not exists (
        select 1 from handle_order h where h.order_id = o.id and h.handle_type = '1'
          and h.status in ('0', '1', '2') and (o.status = '3' or h.handle_amount = o.refund_amount))
      union all
      select h.id from handle_order h join store_order o on o.id = h.order_id
        where h.sys_org_code is distinct from o.sys_org_code or h.apply_time < o.create_time
          or h.handle_time < h.apply_time or greatest(h.apply_time, h.handle_time) > localtimestamp`,
  ),
  invariant(
    "INV-30",
    "a live prompt brings no more orders than clicks, and no more clicks than views",
    sql`select id from fomo_record where not (order_count <= click_count and click_count <= show_count)`,
  ),
  invariant("INV-22", "a product on sale has a price", sql`select id from product where status = '1' and price <= 0`),
  invariant("INV-23", "stock is never below nothing", sql`select id from product where stock < 0`),
  invariant(
    "INV-25",
    "a state has its fields: audited who and when, completed when, cancelled why, verified when",
    sql`select id from store_order
        where (status in ('1', '2', '4') and (audit_by is null or audit_time is null or paid_time is null))
          or (status in ('2', '4')) <> (finish_time is not null) or (status = '9' and cancel_reason is null)
          or (status in ('0', '9') and finish_time is not null)
      union all select id from member_bank where status = '1' and verify_time is null
      union all select id from store where status <> '0' and (audit_by is null or audit_time is null)
      union all select id from store where status in ('1', '2', '3', '4') and (open_date is null or depart_code is null)
      union all select id from member where (status = '2') <> (freeze_reason is not null)
      union all select id from salesman where (status = '3') <> (leave_date is not null)`,
  ),
  invariant(
    "INV-26",
    "moments are in order, and none but contracts lies in the future",
    sql`select o.id from store_order o join member m on m.id = o.member_id join store s on s.id = o.store_id
        where o.create_time < m.register_time or o.create_time < s.open_date
          or o.paid_time < o.create_time or o.audit_time < o.paid_time or o.finish_time < o.audit_time
          or greatest(o.create_time, o.paid_time, o.audit_time, o.finish_time) > localtimestamp
      union all
      select m.id from member m left join member r on r.id = m.referrer_id
        where m.register_time > localtimestamp or r.register_time > m.register_time or m.register_time <> m.create_time
      union all
      select s.id from store s join salesman p on p.id = s.salesman_id where p.entry_date > s.open_date
      union all select id from store where open_date > localtimestamp or audit_time > localtimestamp
      union all select id from store_salesman where end_date <= start_date`,
  ),
  invariant(
    "INV-28",
    "a sector shows at most as many slides as it may, none whose period is over",
    sql`select s.id from ad_sector s join ad_slide p on p.sector_id = s.id and p.status = '1'
        group by s.id, s.max_count, s.slide_count having count(*) > s.max_count or count(*) <> s.slide_count
      union all select id from ad_slide where status = '1' and end_time < localtimestamp`,
  ),
  invariant(
    "INV-29",
    "a level, a group and a user level count their own",
    sql`select l.id from member_level l where l.member_count <> (select count(*) from member where level_id = l.id)
      union all
      select g.id from ad_group g where g.member_count <> (select count(*) from ad_group_detail where group_id = g.id)
      union all
      select u.id from user_level u where u.account_count <> (select count(*) from ad_account where user_level_id = u.id)`,
  ),
];
