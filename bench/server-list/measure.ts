import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { Caller } from "../../server/auth/caller.ts";
import type { Database } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { applyModels, createIndexes } from "../../server/db/tables/apply-models.ts";
import type { Engine } from "../../server/models/engine.ts";
import type { WireQuery } from "../../server/models/query/parse-list-query.ts";
import { administrator } from "../../tests/support/callers.ts";
import { engineOf, quantiles, round, timed } from "../engine.ts";

const model = resolveModel(
  {
    schemaVersion: 1,
    id: "bench/member",
    title: "会员",
    table: "bench_member",
    base: "/bench/member",
    permissionPrefix: "bench:member",
    fields: {
      realname: { type: "string", title: "姓名", maxLength: 50, search: true },
      mobile: { type: "string", title: "手机号", maxLength: 11, unique: true },
      status: { type: "string", title: "状态", maxLength: 1 },
      amount: { type: "money", title: "累计", index: true },
      registerTime: { type: "datetime", title: "注册时间" },
      remark: { type: "string", title: "备注", maxLength: 100 },
    },
    indexes: [{ fields: ["status", "registerTime", "id"] }, { fields: ["sysOrgCode", "registerTime", "id"] }],
    sort: [{ field: "registerTime", order: "desc" }],
  },
  () => undefined,
);

const clerk: Caller = {
  ...administrator,
  sessionId: "clerk",
  userId: "2",
  isAdmin: false,
  roles: ["clerk"],
  dataRules: new Map([["bench:member", [{ column: "sysOrgCode", condition: "=", value: "#{sys_org_code}" }]]]),
};

interface Subject {
  readonly name: string;
  readonly version: string;
  readonly db: Database;
  readonly engine: Engine;
  readonly loadSeconds: number;
  readonly indexSeconds: number;
  close(): Promise<void>;
}

interface Case {
  readonly title: string;
  readonly caller?: Caller;
  /** `turn` makes each call another query, so that no kept total answers it. */
  readonly query: (turn: number) => WireQuery;
}

const surnames = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗";
const given = "芳伟娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅春燕飞鹏辉玲建国志文海峰";

const cases: readonly Case[] = [
  { title: "first page, default sort", query: () => ({ pageNo: "1", pageSize: "10" }) },
  { title: "filter by status, default sort", query: (turn) => ({ status: String(turn % 5) }) },
  { title: "sort by amount", query: () => ({ column: "amount", order: "desc" }) },
  { title: "page 1,000", query: () => ({ pageNo: "1000", pageSize: "10" }) },
  {
    title: "two-character search",
    query: (turn) => ({ realname: `*${given[turn % 40]}${given[(turn * 7 + 3) % 40]}*` }),
  },
  { title: "search without an index", query: (turn) => ({ remark: `*第${1000 + turn}号*` }) },
  { title: "restricted role, default sort", caller: clerk, query: () => ({ pageNo: "1", pageSize: "10" }) },
];

/** Milliseconds of each case on each database; the databases take turns within one run. */
export async function measure(rows: number, url: string | undefined) {
  const subjects = [await openEmbedded(rows), ...(url ? [await openServer(url, rows)] : [])];
  const timings = new Map<string, number[]>();
  const turns = 30;
  for (const { title, query, caller = administrator } of cases) {
    for (let turn = 0; turn < turns; turn++) {
      for (const subject of subjects) {
        const ms = await timed(() => subject.engine.list(model.id, query(turn), caller));
        const key = `${title}\n${subject.name}`;
        timings.set(key, [...(timings.get(key) ?? []), ms]);
      }
    }
  }
  const figures = Object.fromEntries(
    cases.map(({ title }) => [
      title,
      Object.fromEntries(subjects.map(({ name }) => [name, quantiles(timings.get(`${title}\n${name}`) ?? [])])),
    ]),
  );
  const callers: Record<string, unknown> = {};
  for (const subject of subjects) callers[subject.name] = quantiles(await fiftyCallers(subject));
  const databases = Object.fromEntries(
    subjects.map(({ name, version, loadSeconds, indexSeconds }) => [name, { version, loadSeconds, indexSeconds }]),
  );
  for (const subject of subjects) await subject.close();
  return { databases, milliseconds: figures, "50 callers, mixed list, milliseconds": callers };
}

/** Fifty people who each open 20 pages one after the other. */
async function fiftyCallers({ engine }: Subject): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async (_, person) => {
      for (let turn = 0; turn < 20; turn++) {
        const { query, caller = administrator } = cases[(person + turn) % 4] as Case;
        times.push(await timed(() => engine.list(model.id, query(person + turn), caller)));
      }
    }),
  );
  return times;
}

async function openEmbedded(rows: number): Promise<Subject> {
  const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-"));
  const db = await openDatabase({ dataDir });
  return prepare("embedded", db, rows, async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

async function openServer(url: string, rows: number): Promise<Subject> {
  const db = await openDatabase({ url });
  return prepare("PostgreSQL", db, rows, async () => {
    await sql`drop table bench_member`.execute(db.kysely);
    await db.close();
  });
}

async function prepare(name: string, db: Database, rows: number, close: () => Promise<void>): Promise<Subject> {
  await migrate(db);
  await applyModels(db, [model], { indexLater: new Set([model.id]) });
  const loadSeconds = (await timed(() => load(db, rows))) / 1000;
  const indexSeconds = (await timed(() => createIndexes(db, model))) / 1000;
  const { rows: versions } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db.kysely);
  const engine = await engineOf(db, model);
  return {
    name,
    version: versions[0]?.version ?? "",
    db,
    engine,
    loadSeconds: round(loadSeconds),
    indexSeconds: round(indexSeconds),
    close,
  };
}

async function load(db: Database, rows: number): Promise<void> {
  const step = 50_000;
  for (let from = 1; from <= rows; from += step) {
    await db.transaction(
      (trx) =>
        sql`
        insert into bench_member
          (id, tenant_id, sys_org_code, realname, mobile, status, amount, register_time, remark, create_time)
        select (1000000000000000000 + i)::text, 0, 'A' || lpad((i % 20)::text, 2, '0'),
          substr(${surnames}::text, (1 + i * 7919 % 20)::int4, 1) || substr(${given}::text, (1 + i * 104729 % 40)::int4, 1)
            || substr(${given}::text, (1 + i / 40 * 1299709 % 40)::int4, 1),
          '1' || lpad(i::text, 10, '0'), (i % 5)::text, (i * 7919 % 1000000)::numeric / 100,
          timestamp '2023-01-01' + (i * 48271 % 94608000) * interval '1 second',
          '第' || i || '号客户的备注', timestamp '2026-01-01'
        from generate_series(${from}::bigint, ${Math.min(rows, from + step - 1)}::bigint) i`.execute(trx),
      { deadlineMs: 600_000 },
    );
  }
}
