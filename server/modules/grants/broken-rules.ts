import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { RowRule } from "../../../runtime/permission/row-rules.ts";
import { faultText, ruleFault } from "../../../runtime/permission/rule-faults.ts";
import type { Caller } from "../../auth/caller.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";

type Models = ReadonlyMap<string, ResolvedModel>;

/** A rule with the menu that it belongs to. */
export interface MenuRule extends RowRule {
  readonly permissionId: string;
}

/** What is wrong with each of several rules, in their order; null for a sound one. */
export async function ruleFaults(
  db: Queryable,
  models: Models,
  rules: readonly MenuRule[],
): Promise<readonly (string | null)[]> {
  const narrowed = await modelsOfMenus(
    db,
    models,
    rules.map(({ permissionId }) => permissionId),
  );
  return rules.map((rule) => firstFault(narrowed(rule.permissionId), rule) ?? null);
}

/** The models whose rows the data rules of each menu narrow: those that its permission codes begin with. */
export async function modelsOfMenus(
  db: Queryable,
  models: Models,
  permissionIds: readonly string[],
): Promise<(permissionId: string) => readonly ResolvedModel[]> {
  const ids = [...new Set(permissionIds)];
  const { rows } = await sql<{ id: string; perms: string | null }>`
    select id, perms from sys_permission where id = any(${sql.val(ids)}::text[])`.execute(db);
  const prefixes = new Map(
    rows.map(({ id, perms }) => [id, new Set(splitList(perms).map((code) => code.slice(0, code.lastIndexOf(":"))))]),
  );
  return (id) => [...models.values()].filter(({ permissionPrefix }) => prefixes.get(id)?.has(permissionPrefix));
}

/** A rule narrows every model of its menu, so it has to fit each. */
function firstFault(models: readonly ResolvedModel[], rule: RowRule): string | undefined {
  for (const model of models) {
    const fault = ruleFault(model, rule);
    if (fault) return faultText(model, fault);
  }
  return undefined;
}

const maxTold = 1_000;

interface Parts {
  readonly models: () => Models;
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Tells the server's log about rules in use that let nobody see anything: each once, not with every request. */
export class BrokenRules {
  readonly #parts: Parts;
  readonly #seen = new WeakSet<Caller["dataRules"]>();
  readonly #told = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks at the rules that narrow a caller; those of equal roles are one object and looked at once. */
  report({ dataRules }: Pick<Caller, "dataRules">): void {
    if (this.#seen.has(dataRules)) return;
    this.#seen.add(dataRules);
    const models = [...this.#parts.models().values()];
    for (const [prefix, rules] of dataRules) {
      const narrowed = models.filter(({ permissionPrefix }) => permissionPrefix === prefix);
      for (const rule of rules) this.#tell(prefix, rule, firstFault(narrowed, rule));
    }
  }

  #tell(prefix: string, rule: RowRule, fault: string | undefined): void {
    const key = JSON.stringify([prefix, rule]);
    if (fault === undefined || this.#told.has(key) || this.#told.size >= maxTold) return;
    this.#told.add(key);
    this.#parts.note("data rule matches no row", { prefix, ...rule, fault });
  }
}
