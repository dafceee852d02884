import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../server/db/database.ts";

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
    "a member's level is at least the one that the gross amount has earned, unless it was last set by hand",
    sql`select m.id from member m join member_level own on own.id = m.level_id
      where (select change_type from member_level_record where member_id = m.id order by change_time desc, id desc limit 1)
          not in ('3', '4')
        and own.rank < (select max(rank) from member_level where min_amount <= m.gross_amount)
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
    "what is paid lies in at most one settlement that is not void, and an order says in which",
    sql`select min(l.id) from settle_order l join settle_record r on r.id = l.settle_id and r.status <> '9'
        group by r.settle_type, l.source_id having count(*) > 1
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
      select m.id from member m join store s on s.id = m.service_store_id
        where m.sys_org_code is distinct from s.sys_org_code
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
    "what was refunded of an order is what its cases say, and one that is about to be has an open case",
    sql`select o.id from store_order o left join (
        select order_id, sum(handle_amount) filter (where status = '2') as refunded,
          count(*) filter (where status in ('0', '1')) as open
        from handle_order where handle_type = '1' group by order_id) h on h.order_id = o.id
      where coalesce(h.refunded, 0) <> o.refund_amount or (o.status = '3') <> (coalesce(h.open, 0) > 0)
      union all
      select h.id from handle_order h join store_order o on o.id = h.order_id
        where h.sys_org_code is distinct from o.sys_org_code or h.apply_time < o.create_time
          or h.handle_time < h.apply_time or greatest(h.apply_time, h.handle_time) > localtimestamp`,
  ),
  invariant(
    "INV-15",
    "an order stands in a settlement whose period ends after the days that its company holds it",
    sql`select o.id from store_order o join store_company c on c.id = o.company_id join settle_record r on r.id = o.settle_id
      where o.finish_time::date + c.hold_days::int > r.period_end`,
  ),
  invariant(
    "INV-30",
    "a live prompt brings no more orders than clicks, and no more clicks than views",
    sql`select id from fomo_record where not (order_count <= click_count and click_count <= show_count)`,
  ),
  invariant(
    "INV-30",
    "a prompt of a purchase tells of a finished order of its store within a day",
    sql`select f.id from fomo_record f left join store_order o on o.id = f.order_id
      where f.fomo_type = '1' and (o.id is null or o.store_id <> f.store_id or o.finish_time is null
        or f.show_time not between o.finish_time and o.finish_time + interval '1 day')`,
  ),
  invariant("INV-22", "a product on sale has a price", sql`select id from product where status = '1' and price <= 0`),
  invariant("INV-23", "stock is never below nothing", sql`select id from product where stock < 0`),
  invariant(
    "INV-25",
    "a state has its fields: audited who and when, completed when, cancelled why, verified when",
    sql`select id from store_order
        where (status in ('1', '2', '4') and (audit_by is null or audit_time is null or paid_time is null))
          or (status = '2' and finish_time is null) or (status = '9' and cancel_reason is null)
          or (status in ('0', '1', '9') and finish_time is not null)
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
      select id from member where register_time > localtimestamp or register_time <> create_time
      union all
      select m.id from member m join member_relation b on b.member_id = m.id and b.relation_type = '1'
        join member r on r.id = b.after_id where r.register_time > m.register_time
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
  // Rows of one second follow each other in any order: a number is given with the draft, the balance when it is sent.
  invariant(
    "INV-05",
    "a member's points are the sum of the ledger, never below nothing, and each row says the balance after it",
    sql`select m.id from member m left join (
          select member_id, sum(points) as points from send_point_record
            where status = '1' or (status = '9' and send_time is not null) group by member_id) l
          on l.member_id = m.id
        where m.points <> coalesce(l.points, 0) or m.points < 0
      union all
      select id from (select id, points, coalesce(balance_after, -1) as balance_after,
          sum(points) over (partition by member_id order by send_time) as total,
          sum(points) over (partition by member_id, send_time) as of_second,
          array_agg(coalesce(balance_after, -1)) over (partition by member_id, send_time) as balances
        from send_point_record where status = '1' or (status = '9' and send_time is not null)) l
        where total <> all(balances)
          or (balance_after - points <> total - of_second and balance_after - points <> all(balances))`,
  ),
  invariant(
    "INV-07",
    "nobody recommends themselves, by whatever way round",
    sql`with recursive above as (
        select id, referrer_id, 1 as layer from member where referrer_id is not null
        union all
        select a.id, m.referrer_id, a.layer + 1 from above a join member m on m.id = a.referrer_id
        where m.referrer_id is not null and a.layer < 100)
      select id from above where layer >= 100 or referrer_id = id`,
  ),
  invariant(
    "INV-05",
    "the points that an order was paid with are in the ledger, less those that a refund gave back",
    sql`select o.id from store_order o left join (
        select order_id, sum(points) as points from send_point_record
        where point_type in ('6', '7') and status = '1' group by order_id) l on l.order_id = o.id
      where coalesce(l.points, 0) <> case when o.audit_time is null or o.status = '9' then 0
          else o.points_back - o.points_used end
        or o.points_amount <> round(o.points_used / 100.0, 2) or o.points_amount > (o.amount - o.discount_amount) * 0.5`,
  ),
  invariant(
    "INV-08",
    "the net counts a member's directs and everybody below them, and adds up what these have bought",
    sql`with recursive above as (
        select id as member, referrer_id as leader, total_amount from member where referrer_id is not null
        union all
        select a.member, m.referrer_id, a.total_amount from above a join member m on m.id = a.leader
        where m.referrer_id is not null)
      select m.id from member m left join (
          select leader, count(*) as people, sum(total_amount) as bought from above group by leader) t on t.leader = m.id
        where m.team_count <> coalesce(t.people, 0) or m.team_amount <> coalesce(t.bought, 0)
          or m.direct_count > m.team_count
      union all
      (with recursive below as (
          select id, id as node from service_net
          union all select n.id, b.node from below b join service_net n on n.pid = b.id)
        select n.id from service_net n where n.store_count <> case n.node_type when '5' then 0 else (
          select count(*) from below b join service_net s on s.id = b.id and s.node_type = '5' where b.node = n.id) end)`,
  ),
  invariant(
    "INV-09",
    "the history of a member's levels is a chain from the registration to the level of today",
    sql`select id from (
        select r.id, r.change_type, r.old_level_id, r.new_level_id, m.level_id,
          lag(r.new_level_id) over path as before, lead(r.id) over path as next, row_number() over path as place
        from member_level_record r join member m on m.id = r.member_id
        window path as (partition by r.member_id order by r.change_time, r.id)) c
      where (place = 1) <> (change_type = '1') or (place > 1 and old_level_id is distinct from before)
        or (next is null and new_level_id <> level_id)
      union all
      select m.id from member m where not exists (select 1 from member_level_record where member_id = m.id)`,
  ),
  invariant(
    "INV-06",
    "the last relation of each kind names the referrer and the serving store of today, each goes on from the one before",
    sql`select m.id from member m
        left join lateral (select after_id from member_relation
          where member_id = m.id and relation_type in ('1', '2') order by change_time desc, id desc limit 1) promotion on true
        left join lateral (select after_id from member_relation
          where member_id = m.id and relation_type in ('3', '4') order by change_time desc, id desc limit 1) service on true
        where promotion.after_id is distinct from m.referrer_id or service.after_id is distinct from m.service_store_id
      union all
      select min(id) from member_relation where relation_type in ('1', '3') group by member_id, relation_type
        having count(*) > 1
      union all
      select id from (select id, before_id, lag(after_id) over path as before from member_relation
        window path as (partition by member_id, relation_type in ('1', '2') order by change_time, id)) r
        where before_id is distinct from before`,
  ),
  invariant(
    "INV-17",
    "a registration is rewarded once, and the reward is that of the first referrer",
    sql`select min(id) from member_promotion where promo_type = '1' group by source_member_id having count(*) > 1
      union all
      select p.id from member_promotion p where p.promo_type = '1' and not exists (
        select 1 from member_relation r where r.member_id = p.source_member_id and r.relation_type = '1'
          and r.after_id = p.promoter_id)`,
  ),
  invariant(
    "INV-15",
    "an order is marked as its line says: none, in a settlement, settled",
    sql`select o.id from store_order o left join (
        select l.source_id, max(r.status) as status from settle_order l
        join settle_record r on r.id = l.settle_id and r.status <> '9' and r.settle_type = '1' group by l.source_id) l
        on l.source_id = o.id
      where o.settle_flag <> case when l.status is null then '0' when l.status = '4' then '2' else '1' end
        or (o.settle_id is null) <> (l.status is null)`,
  ),
  invariant(
    "INV-15",
    "a refund that came after the settlement is marked as its line says, and its amounts are the order's change",
    sql`select h.*, l.status as line_status from handle_order h left join (
        select l.source_id, l.settle_id, l.settle_amount, r.status from settle_order l
        join settle_record r on r.id = l.settle_id and r.status <> '9' and r.settle_type = '1') l on l.source_id = h.id
      where h.settle_id is distinct from l.settle_id or h.settle_amount <> l.settle_amount
        or (h.settle_flag is null and l.settle_id is not null)
        or h.settle_flag <> case when l.status is null then '0' when l.status = '4' then '2' else '1' end
      union all
      select h.*, null from handle_order h where h.handle_type = '1'
        and h.settle_amount <> -coalesce(h.handle_amount, 0) - round(h.points_back / 100.0, 2) - h.service_fee
      union all
      select h.*, null from handle_order h join (
        select order_id, sum(points_back) as points_back, sum(service_fee) as service_fee
        from handle_order where handle_type = '1' and status = '2' group by order_id) c on c.order_id = h.order_id
        join store_order o on o.id = h.order_id
        where c.points_back <> o.points_back
          or o.service_fee - c.service_fee <> round(o.pay_amount * o.service_rate / 100, 2)`,
  ),
  invariant(
    "INV-15",
    "a reward and a commission are marked as their line says: to be settled, in a settlement, settled",
    sql`select p.*, l.id as line_of, l.status as line_status from (
        select id, settle_id, status, '3' as kind from member_promotion
        union all select id, settle_id, status, '2' from salesman_business) p
      left join (
        select l.source_id, r.settle_type, r.id, r.status from settle_order l
        join settle_record r on r.id = l.settle_id and r.status <> '9') l on l.source_id = p.id and l.settle_type = p.kind
      where p.settle_id is distinct from l.id
        or case when l.id is null then p.status in ('2', '3') else p.status <> case l.status when '4' then '3' else '2' end end`,
  ),
  invariant(
    "INV-12",
    "a settlement names the one payee of its type, and its lines are that payee's",
    sql`select id from settle_record
        where (store_company_id is not null) <> (settle_type = '1') or (salesman_company_id is not null) <> (settle_type = '2')
          or (member_id is not null) <> (settle_type = '3')
      union all
      select l.id from settle_order l join settle_record r on r.id = l.settle_id
        left join store_order o on o.id = l.source_id left join handle_order h on h.id = l.source_id
        left join salesman_business b on b.id = l.source_id
        left join member_promotion p on p.id = l.source_id
        where l.settle_type <> r.settle_type or case r.settle_type
          when '1' then coalesce(o.company_id, h.company_id) is distinct from r.store_company_id
          when '2' then b.company_id is distinct from r.salesman_company_id or l.settle_amount <> b.amount
          else p.promoter_id is distinct from r.member_id or l.settle_amount <> p.reward_amount end`,
  ),
  invariant(
    "INV-16",
    "the platform never pays more out of an order than the order's fee",
    sql`select o.id from store_order o
      left join (select order_id, sum(reward_amount) as paid from member_promotion
        where promo_type in ('3', '4') and status <> '9' group by order_id) p on p.order_id = o.id
      left join (select order_id, sum(amount) as paid from salesman_business
        where business_type in ('2', '3') and status <> '9' group by order_id) b on b.order_id = o.id
      where o.status = '2' and o.refund_amount = 0
        and o.service_fee - o.points_sent / 100.0 - coalesce(p.paid, 0) - coalesce(b.paid, 0) < -0.02`,
  ),
  invariant(
    "INV-17",
    "an order rewards at most two generations, once each, both on the buyer's way up at that time",
    sql`select min(id) from member_promotion where promo_type in ('3', '4') and reward_amount > 0
        group by order_id, promo_type having count(*) > 1
      union all
      select p.id from member_promotion p
        left join lateral (select after_id from member_relation
          where member_id = p.source_member_id and relation_type in ('1', '2') and (change_time, id) < (p.create_time, p.id)
          order by change_time desc, id desc limit 1) direct on true
        left join lateral (select after_id from member_relation
          where member_id = direct.after_id and relation_type in ('1', '2') and (change_time, id) < (p.create_time, p.id)
          order by change_time desc, id desc limit 1) indirect on true
        where p.promo_type in ('3', '4') and (p.layer <> case p.promo_type when '3' then 1 else 2 end
          or p.promoter_id is distinct from case p.layer when 1 then direct.after_id else indirect.after_id end)`,
  ),
  invariant(
    "INV-18",
    "a salesperson earns an order's commission, less the refunded share of it",
    sql`select b.id from salesman_business b join store_order o on o.id = b.order_id
        where b.business_type = '2' and (b.amount <> o.commission or b.salesman_id is distinct from o.salesman_id)
      union all
      select o.id from store_order o join (
          select order_id, sum(amount) as taken, sum(base_amount) as refunded, count(*) as parts
          from salesman_business where business_type = '3' and status <> '9' group by order_id) b on b.order_id = o.id
          left join (select order_id, sum(handle_amount) as refunded from handle_order
          where handle_type = '1' and status = '2' and prev_status = '1' group by order_id) early on early.order_id = o.id
        where abs(b.taken + round(o.commission * b.refunded / (o.pay_amount - coalesce(early.refunded, 0)), 2)) > 0.01 * b.parts
          or b.refunded > o.refund_amount
      union all
      select o.id from store_order o join salesman_business b on b.order_id = o.id
        where o.status = '4' and b.business_type in ('2', '3') and b.status <> '9'
        group by o.id having sum(b.amount) <> 0`,
  ),
  invariant(
    "INV-21",
    "an open store has exactly one manager in office",
    sql`select s.id from store s left join store_user u on u.store_id = s.id and u.store_role = '1' and u.status = '1'
      where s.status = '1' group by s.id having count(u.id) <> 1`,
  ),
  invariant(
    "INV-24",
    "a member signs in once a day, runs are counted, and each gives its points in the ledger",
    sql`select min(id) from member_sign group by member_id, sign_date having count(*) > 1
      union all
      select id from (select id, continuous_days, points, sign_date - (row_number() over path)::integer as run,
            row_number() over (partition by member_id, sign_date - place::integer order by sign_date) as length
          from (select *, row_number() over (partition by member_id order by sign_date) as place from member_sign) n
          window path as (partition by member_id order by sign_date)) r
        where continuous_days <> length
          or points <> (array[1, 1, 2, 2, 3, 3, 8])[((continuous_days - 1) % 7 + 1)::integer]
      union all
      select m.id from member m
        left join (select member_id, sum(points) as points from member_sign group by member_id) s on s.member_id = m.id
        left join (select member_id, sum(points) as points from send_point_record where point_type = '2' and status = '1'
          group by member_id) l on l.member_id = m.id
        where coalesce(s.points, 0) <> coalesce(l.points, 0)`,
  ),
];

/** The rows that break the statements of one number. */
export async function violationsOf(id: string, database: Queryable): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (const { violations } of invariants.filter((each) => each.id === id))
    rows.push(...(await violations.execute(database)).rows);
  return rows;
}
