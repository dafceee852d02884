import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { openSecretBox, SecretBox } from "../auth/secret-box.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { ok } from "../http/envelope.ts";
import { refuse, refuseField } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { ModelHooks } from "../models/hooks.ts";
import { isAllowed, readAddress } from "../online/data-sources/data-source.ts";
import { dataSourceChannel } from "../online/data-sources/source-pools.ts";
import { tryConnection } from "../online/data-sources/try-connection.ts";

const own = "0";
const addressForms = "jdbc:postgresql://主机:5432/库名 或 jdbc:mysql://主机:3306/库名";

/** Data sources (contract 03 §3.7): their choices and a test of the connection; a password goes in and never out. */
export const routes: RouteModule = (api, { db, engine, config }) => {
  api.get("/sys/dataSource/options", { config: { permission: "system:data-source:list" } }, async (request) => {
    const { records } = await engine.list("system/data-source", { pageSize: "500" }, callerOf(request));
    return ok(records.map(({ code, name }) => ({ value: code, label: name, text: name })));
  });

  const box = () => openSecretBox(config.secretKey, config.dataDir);
  /** What was typed is sealed before it goes anywhere else. */
  const sealed = (body: Row): Row => {
    const typed = typeof body.dbPassword === "string" ? body.dbPassword : "";
    const { dbPassword: _typed, ...others } = body;
    return typed === "" ? others : { ...others, dbPassword: box().seal(typed) };
  };
  const add = { config: { permission: "system:data-source:add" } };
  api.post("/sys/dataSource/add", add, async (request) =>
    ok(await engine.add("system/data-source", sealed(readRowBody(request.body)), callerOf(request)), "添加成功！"),
  );
  api.route({
    method: ["PUT", "POST"],
    url: "/sys/dataSource/edit",
    config: { permission: "system:data-source:edit" },
    handler: async (request) =>
      ok(await engine.edit("system/data-source", sealed(readRowBody(request.body)), callerOf(request)), "编辑成功!"),
  });

  const guard = {
    config: {
      permission: "system:data-source:test",
      platform: true,
      operation: "测试数据源的连接",
      rateLimit: { max: 30, timeWindow: "1 minute" },
    },
  };
  const test = async (request: FastifyRequest) => {
    const body = readRowBody(request.body);
    const source = await sourceOf(body, request);
    if (source.dbType === own) {
      await db.ping();
      return ok(null, "数据库连接成功");
    }
    const address = readAddress(source.dbUrl, source.dbType);
    if (!address) throw refuse(`支持 PostgreSQL、MySQL、MariaDB 和内置数据库，地址写成 ${addressForms}`);
    if (!isAllowed(address, config.dataSourceHosts)) {
      throw refuse(`不允许连接 ${address.host}:${address.port}，请运维在环境变量 DATA_SOURCE_HOSTS 中加入`);
    }
    const reason = await tryConnection(source, address);
    if (reason !== undefined) throw refuse(`数据库连接失败：${reason}`);
    return ok(null, "数据库连接成功");
  };
  api.post("/sys/dataSource/testConnection", guard, test);
  if (!api.hasRoute({ method: "POST", url: `${api.prefix}/online/cgreport/api/testConnection` })) {
    api.post("/online/cgreport/api/testConnection", guard, test);
  }

  /** What was typed; for a stored source the password that is kept, unless a new one was typed. */
  async function sourceOf(body: Row, request: FastifyRequest) {
    const stored = body.id ? await engine.queryById("system/data-source", readId(body.id), callerOf(request)) : {};
    const text = (name: string) => String(body[name] ?? stored[name as keyof typeof stored] ?? "");
    const typed = String(body.dbPassword ?? "");
    const isSameAddress = body.id !== undefined && (body.dbUrl === undefined || body.dbUrl === (stored as Row).dbUrl);
    // A kept password goes to the address it was kept for, and to no other that somebody types.
    const kept = typed === "" && isSameAddress ? await keptPassword(readId(body.id)) : undefined;
    return { dbType: text("dbType"), dbUrl: text("dbUrl"), dbUsername: text("dbUsername"), dbPassword: kept ?? typed };
  }

  async function keptPassword(id: string): Promise<string | undefined> {
    const row = await db.kysely
      .selectFrom("sys_data_source")
      .select("db_password")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.db_password ? box().open(String(row.db_password)) : undefined;
  }
};

const sourceHooks: ModelHooks = {
  beforeSave(draft, { before, body }) {
    const isSealed = typeof body.dbPassword === "string" && SecretBox.isSealed(body.dbPassword);
    draft.dbPassword = isSealed ? body.dbPassword : (before?.dbPassword ?? null);
    if (draft.dbType === own) return;
    if (!readAddress(String(draft.dbUrl ?? ""), String(draft.dbType))) {
      throw refuseField("dbUrl", `地址须与类型相符，写成 ${addressForms}`);
    }
  },
  // The pools of every process are opened anew, with what stands in the table then.
  afterSave: (_row, { trx }) => notifyOnCommit(trx, dataSourceChannel),
  afterDelete: (_rows, { trx }) => notifyOnCommit(trx, dataSourceChannel),
  async afterRead(rows) {
    for (const row of rows) {
      if ("hasPassword" in row) row.hasPassword = row.dbPassword ? "已保存" : "没有";
      row.dbPassword = null;
    }
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/data-source": sourceHooks };
