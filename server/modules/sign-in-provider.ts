import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { adminRoleCode } from "../auth/grants.ts";
import { OutsideDesk } from "../auth/outside/outside-desk.ts";
import { configuredCodes, configuredId, providersChannel, readMap } from "../auth/outside/providers.ts";
import { publicBase } from "../auth/outside/public-base.ts";
import { openSecretBox, SecretBox } from "../auth/secret-box.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { whyUnreachable } from "../http/net/outgoing.ts";
import { quoted, refuse, refuseField } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";

const model = "system/sign-in-provider";
const configuredIds: readonly string[] = [configuredId("oidc"), configuredId("cas")];
/** Words that stand in the addresses of sign-in themselves. */
const reservedCodes = [...configuredCodes, "render", "user", "providers"];

/** Providers of sign-in: a secret goes in and never out; a test that calls the provider. */
export const routes: RouteModule = (api, context) => {
  const { engine, config, signInProviders } = context;
  const desk = new OutsideDesk(context);
  api.addHook("onClose", () => desk.close());
  const box = () => openSecretBox(config.secretKey, config.dataDir);
  /** What was typed is sealed before it goes anywhere else. */
  const sealed = (body: Row): Row => {
    const { clientSecret, ...others } = body;
    return typeof clientSecret === "string" && clientSecret !== ""
      ? { ...others, clientSecret: box().seal(clientSecret) }
      : others;
  };
  const may = (action: string) => ({ config: { permission: `${permission}:${action}`, platform: true } });
  api.post("/sys/signInProvider/add", may("add"), async (request) =>
    ok(await engine.add(model, sealed(checked(request)), callerOf(request)), "添加成功！"),
  );
  api.route({
    method: ["PUT", "POST"],
    url: "/sys/signInProvider/edit",
    ...may("edit"),
    handler: async (request) => ok(await engine.edit(model, sealed(checked(request)), callerOf(request)), "编辑成功!"),
  });

  /** Which address to register at the provider: everything in it has to be told there letter for letter. */
  api.get<{ Querystring: { readonly id?: string } }>("/sys/signInProvider/addresses", may("list"), async (request) => {
    const row = await engine.queryById(model, readId(request.query.id), callerOf(request));
    const base = `${publicBase(config, request)}${config.contextPath}/sys/thirdLogin/${String(row.code)}`;
    return ok({
      callback: `${base}/callback`,
      logout: row.protocol === "cas" ? `${base}/callback` : `${base}/backchannel`,
    });
  });

  const test = { ...may("test").config, operation: "测试登录方式", rateLimit: { max: 30, timeWindow: "1 minute" } };
  api.post<{ Body: Row | null }>("/sys/signInProvider/test", { config: test }, async (request) => {
    const id = readId(request.body?.id);
    await engine.queryById(model, id, callerOf(request));
    const provider = await signInProviders.load(id);
    if (!provider) throw new AppError("ROW_NOT_FOUND");
    await desk.probe(request, provider);
    return ok(null, "连接成功");
  });

  /** Hosts are the operator's to allow: a provider that cannot be called is refused where it is typed. */
  function checked(request: FastifyRequest): Row {
    const body = readRowBody(request.body);
    if (typeof body.address === "string" && body.address.trim() !== "") {
      const reason = whyUnreachable(body.address.trim(), {
        hosts: config.outsideSignIn.hosts,
        setting: "SIGN_IN_HOSTS",
      });
      if (reason !== undefined) throw refuseField("address", reason);
    }
    return body;
  }
};

const permission = "system:sign-in-provider";

/** Who decides whom to trust decides who everybody is, administrators included. */
function refuseOthers({ caller }: HookContext): void {
  if (!caller.isAdmin) throw refuse("登录方式决定谁能以谁的身份登录，只有管理员可以修改");
}

const providerHooks: ModelHooks = {
  async beforeSave(draft, context) {
    refuseOthers(context);
    const { before, body } = context;
    if (before && configuredIds.includes(String(before.id))) {
      throw refuse("这个登录方式由环境变量配置，请修改环境变量后重新启动");
    }
    if (!before && reservedCodes.includes(String(draft.code)))
      throw refuseField("code", `编码 ${String(draft.code)} 已保留，请换一个`);
    // The code stands in the address that the provider knows, and identities belong to the issuer.
    if (before && before.code !== draft.code)
      throw refuseField("code", "编码已登记在对方的回调地址里，不能修改；请新增一个");
    const isSealed = typeof body.clientSecret === "string" && SecretBox.isSealed(body.clientSecret);
    // A kept secret goes to the address that it was kept for, and to no other that somebody types.
    const isSameAddress =
      before !== undefined && before.address === draft.address && before.clientId === draft.clientId;
    draft.clientSecret = isSealed ? body.clientSecret : isSameAddress ? (before.clientSecret ?? null) : null;
    if (draft.protocol === "oidc" && !draft.clientId) throw refuseField("clientId", "请输入客户端标识");
    await checkMap(context, "departMap", draft.departMap);
    await checkMap(context, "roleMap", draft.roleMap);
    if (readMap(draft.roleMap).some(({ code }) => code === adminRoleCode))
      throw refuseField("roleMap", "管理员角色不能由映射得到，请在用户管理中授予");
  },
  afterSave: (_row, { trx }) => notifyOnCommit(trx, providersChannel),
  beforeDelete(rows, context) {
    refuseOthers(context);
    if (rows.some(({ id }) => configuredIds.includes(String(id)))) {
      throw refuse("由环境变量配置的登录方式不能删除，请去掉环境变量后重新启动");
    }
  },
  async afterDelete(rows, { trx }) {
    const ids = rows.map(({ id }) => String(id));
    await trx.deleteFrom("sys_user_identity").where("provider_id", "in", ids).execute();
    notifyOnCommit(trx, providersChannel);
  },
  async afterRead(rows) {
    for (const row of rows) {
      if ("hasSecret" in row) row.hasSecret = row.clientSecret ? "已保存" : "没有";
      row.clientSecret = null;
    }
  },
};

const maps = {
  departMap: { title: "部门", table: "sys_depart", column: "org_code" },
  roleMap: { title: "角色", table: "sys_role", column: "role_code" },
} as const;

async function checkMap({ trx }: HookContext, field: keyof typeof maps, value: unknown): Promise<void> {
  const { title, table, column } = maps[field];
  const codes = [...new Set(readMap(value).map(({ code }) => code))];
  if (codes.length === 0) return;
  const rows = await trx.selectFrom(table).select(column).where(column, "in", codes).execute();
  const known = new Set(rows.map((row) => String(row[column])));
  const missing = codes.find((code) => !known.has(code));
  if (missing !== undefined) throw refuseField(field, `没有编码为${quoted(missing)}的${title}，请核对${title}映射`);
}

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: providerHooks };
