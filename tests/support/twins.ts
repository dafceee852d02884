import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { transitionsOf } from "../../server/models/transitions.ts";
import { treeOf } from "../../server/models/tree.ts";
import { deletedField } from "../../server/models/visible-rows.ts";
import type { TestServer } from "./test-server.ts";

/** One row of every model for one tenant, told from its twins by every text and number in it. */
export interface Twin {
  readonly tenantId: number;
  /** In every text: no other row holds it. */
  readonly mark: string;
  /** In every amount; a sum over two tenants holds no more of it than its beginning. */
  readonly amount: number;
}

export const twinId = (twin: Twin, model: ResolvedModel, state: "live" | "gone" = "live") =>
  `${twin.mark}${state === "gone" ? "x" : "i"}${model.table}`.slice(0, 32);

/** Models of which each tenant has rows of its own. */
export const tenantModels = (models: Iterable<ResolvedModel>): readonly ResolvedModel[] =>
  [...models].filter((model) => model.scope.tenant.kind !== "platform");

/** Puts a row into every table, and a deleted one where there is a recycle bin. Shared ones have none in the default tenant. */
export async function addTwin(server: TestServer, twin: Twin): Promise<void> {
  for (const model of tenantModels(server.context.engine.models.values())) {
    const { tenant } = model.scope;
    // Another view of a table shows the rows that are there already.
    if (model.of !== undefined) continue;
    // What the default tenant shares with all, and what it announces to all, is no secret of it.
    const isForAll = (tenant.kind === "own" && tenant.isShared) || model.id === "system/announcement";
    if (twin.tenantId === 0 && isForAll) continue;
    await insert(server, model, valuesOf(model, twin, "live"));
    if (model.fields.has(deletedField)) {
      await insert(server, model, { ...valuesOf(model, twin, "gone"), [deletedField]: 1 });
    }
  }
}

/** Tables without model that hold what is a person's. */
const ofPeople = ["sys_user_secret", "sys_session", "sys_user_setting"];

/** A twin's rows, and all that links anything to them, by table: what nobody else may change. */
export async function rowsOfTwin(server: TestServer, { mark }: Twin): Promise<ReadonlyMap<string, string>> {
  const models = tenantModels(server.context.engine.models.values());
  const linking = models.filter(({ scope: { tenant } }) => tenant.kind === "through" || tenant.kind === "members");
  const anywhere = new Set([...linking.map(({ table }) => table), ...ofPeople]);
  const found = new Map<string, string>();
  for (const table of new Set([...models.map((model) => model.table), ...anywhere])) {
    const where = anywhere.has(table) ? sql`row_to_json(t)::text like ${`%${mark}%`}` : sql`t.id like ${`${mark}%`}`;
    const { rows } = await sql<{ line: string }>`select row_to_json(t)::text as line from ${sql.table(table)} t
      where ${where} order by 1`.execute(server.db.kysely);
    found.set(table, rows.map(({ line }) => line).join("\n"));
  }
  return found;
}

function valuesOf(model: ResolvedModel, twin: Twin, state: "live" | "gone"): Row {
  const own = [...model.fields.values()].filter((field) => !field.system);
  return {
    ...Object.fromEntries(own.map((field) => [field.name, filled(model, field, twin)])),
    ...firstState(model),
    ...placeInTree(model),
    ...(model.fields.has(deletedField) ? { [deletedField]: 0 } : {}),
    ...ownerOf(model, twin),
    ...(state === "gone" ? uniqueOf(own, twin) : {}),
    ...told(model, twin),
    id: model.id === "system/tenant" && state === "live" ? String(twin.tenantId) : twinId(twin, model, state),
    version: 1,
    tenantId: twin.tenantId,
    createBy: `${twin.mark}by`,
    createTime: "2026-01-01 00:00:00",
    sysOrgCode: `${twin.mark}o`,
  };
}

const numbers: ReadonlySet<string> = new Set(["money", "number"]);

function filled(model: ResolvedModel, field: ResolvedField, twin: Twin): unknown {
  if (field.type === "string" || field.type === "text") {
    const isSwitch = (field.dict?.kind === "code" && (field.maxLength ?? 100) < 12) || (field.maxLength ?? 100) < 6;
    return isSwitch ? "1" : `${twin.mark}${field.name}`.slice(0, field.maxLength ?? 100);
  }
  if (field.name === "status" && model.id.startsWith("system/")) return 1;
  return numbers.has(field.type) ? twin.amount : null;
}

function firstState(model: ResolvedModel): Row {
  const first = Object.values(transitionsOf(model))[0]?.from[0];
  return model.states && first ? { [model.states.field]: first } : {};
}

function placeInTree(model: ResolvedModel): Row {
  const tree = treeOf(model);
  return tree ? { [tree.parent.name]: tree.root } : {};
}

function ownerOf(model: ResolvedModel, twin: Twin): Row {
  const { tenant } = model.scope;
  if (tenant.kind === "members" && tenant.field !== "id") {
    return { [tenant.field]: twin.tenantId === 0 ? null : String(twin.tenantId) };
  }
  // Whatever it links, both ends are the twin's.
  const ends = { userId: "system/user", roleId: "system/role", depId: "system/depart", departId: "system/depart" };
  const links = Object.entries({ ...ends, droleId: "system/depart-role", anntId: "system/announcement" });
  return Object.fromEntries(
    links.flatMap(([field, id]) => {
      const target = model.beside().get(id);
      return model.fields.has(field) && target ? [[field, twinId(twin, target)]] : [];
    }),
  );
}

const uniqueOf = (fields: readonly ResolvedField[], twin: Twin): Row =>
  Object.fromEntries(
    fields
      .filter(({ unique, type }) => unique && type === "string")
      .map(({ name }) => [name, `${twin.mark}x${name}`.slice(0, 11)]),
  );

/** The data log tells about the twin's user. */
function told(model: ResolvedModel, twin: Twin): Row {
  const user = model.beside().get("system/user");
  if (model.id === "system/data-log" && user) {
    const dataContent = JSON.stringify({ realname: `${twin.mark}realname`, phone: `${twin.mark}phone` });
    return { dataTable: user.table, dataId: twinId(twin, user), dataVersion: 1, change: "saved", dataContent };
  }
  if (model.id === "system/announcement") return { sendStatus: "1", msgType: "ALL", priority: "L", msgCategory: "1" };
  if (model.id === "system/log") return { outcome: "ok", logType: 1 };
  return {};
}

async function insert(server: TestServer, model: ResolvedModel, row: Row): Promise<void> {
  const values = Object.entries(row).flatMap(([name, value]) => {
    const field = model.fields.get(name);
    return field ? [[field.column, value] as const] : [];
  });
  await server.db.kysely
    .insertInto(model.table)
    .values(Object.fromEntries(values))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
