import type { ListPlan } from "../compile/plan.ts";
import type { WireParams } from "../wire/list-request.ts";
import { readPage } from "../wire/page.ts";
import { maySee } from "./field-rights.ts";
import type { ConsoleServices } from "./services.ts";

/** The most values that a tab bar counts. */
const tabLimit = 1000;

/**
 * Sums over everything that matches, not over the page.
 *
 * @param conditions the list's parameters without page and order
 * @returns sums by field; undefined when the list sums nothing that the person sees or the server does not answer
 */
export async function readQueryTotals(
  services: ConsoleServices,
  plan: ListPlan,
  conditions: WireParams,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  // One field that the person does not see would cost them the sums of the others.
  const totals = [...plan.model.fields.values()]
    .filter((field) => plan.table.totals.includes(field.name) && maySee(services, plan.model, field))
    .map(({ name }) => name);
  if (totals.length === 0) return undefined;
  const params = { ...conditions, fields: totals.join(",") };
  const result = await services
    .request<unknown>({ method: "GET", url: `${plan.model.base}/totals`, params, signal })
    .catch(() => undefined);
  const sums = (result as { readonly totals?: unknown } | null | undefined)?.totals;
  return typeof sums === "object" && sums !== null ? (sums as Readonly<Record<string, unknown>>) : undefined;
}

/**
 * How many rows stand behind each tab under the same conditions.
 *
 * @returns counts by tab value; undefined when the tabs show none or the server does not answer
 */
export async function readTabCounts(
  services: ConsoleServices,
  plan: ListPlan,
  conditions: WireParams,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | undefined> {
  const { tabs, model } = plan;
  if (!tabs?.counts) return undefined;
  const { name } = tabs.field;
  const { [name]: _tab, ...where } = conditions;
  const data = { model: model.id, where, groupBy: [name], measures: { rows: { op: "count" } }, limit: tabLimit };
  const answer = await services
    .send({ method: "POST", url: "/lowcode/aggregate", data, signal })
    .catch(() => undefined);
  if (answer?.success !== true) return undefined;
  return new Map(readPage(answer.result).rows.map((group) => [String(group[name] ?? ""), Number(group.rows) || 0]));
}
