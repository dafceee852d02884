import { sql } from "kysely";
import { businessTime } from "../../runtime/format/business-time.ts";
import { setPassword } from "../auth/secrets.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import { claimProcessNumber, createIdMaker } from "../db/ids.ts";
import type { DocumentStore } from "../documents/load-documents.ts";
import type { StoredFillRule } from "./sample/fill.ts";
import { loadSample, type SampleReport } from "./sample/load-sample.ts";
import { applyDataDocuments, type DataReport } from "./upsert.ts";

export interface SeedReport {
  readonly sample: SampleReport;
  /** Rows that name another row which does not exist, as `document: reference`. */
  readonly unresolved: readonly string[];
}

export interface SeedOptions {
  readonly config: Pick<Config, "seed" | "seedNumber" | "seedScale" | "demoPassword" | "timeZone">;
  /** The moment of the start; the sample rows of a first start end with it. Default: now. */
  readonly now?: string;
}

/**
 * Brings the shipped rows and, for `SEED=demo`, the demonstration rows into the tables. Needs all tables and the menu
 * rows (grants refer to them). Doing it again changes nothing; a second start costs one query per kind.
 */
export async function seedData(db: Database, documents: DocumentStore, options: SeedOptions): Promise<SeedReport> {
  const { config, now = businessTime(new Date(), options.config.timeZone) } = options;
  const demo = config.seed === "demo";
  const dataOptions = {
    demo,
    demoAccounts: config.demoPassword !== undefined,
    newId: createIdMaker(await claimProcessNumber(db.kysely)),
    now,
  };
  const apply = () => applyDataDocuments(db, documents.data, documents.resolvedModels, dataOptions);

  const first = await apply();
  const sample = demo
    ? await loadSample(db, documents.resolvedModels, await readFillRules(db, documents), {
        seed: config.seedNumber,
        now,
        scale: config.seedScale,
      })
    : { made: new Map(), ms: 0 };
  // Some shipped rows name sample rows: an account names the department of a store.
  const second = first.unresolved.length > 0 ? await apply() : first;
  await setDemoPasswords(db, documents, [first, second], config.demoPassword);
  return { sample, unresolved: second.unresolved };
}

const fillRuleModel = "system/fill-rule";

async function readFillRules(db: Database, documents: DocumentStore): Promise<readonly StoredFillRule[]> {
  const model = documents.resolvedModels.get(fillRuleModel);
  if (!model) return [];
  const { rows } = await sql<{ rule_code: string; rule_class: string; rule_params: unknown }>`
    select rule_code, rule_class, rule_params from ${sql.table(model.table)}`.execute(db.kysely);
  return rows.map(({ rule_code, rule_class, rule_params }) => ({
    code: rule_code,
    handler: rule_class,
    params: (typeof rule_params === "string" ? JSON.parse(rule_params) : rule_params) ?? {},
  }));
}

const accountModel = "system/user";

/** New demonstration accounts can sign in with DEMO_PASSWORD; an account that exists keeps its password. */
async function setDemoPasswords(
  db: Database,
  documents: DocumentStore,
  reports: readonly DataReport[],
  password: string | undefined,
): Promise<void> {
  if (password === undefined) return;
  for (const [id, userIds] of reports.flatMap(({ inserted }) => [...inserted])) {
    const document = documents.data.get(id);
    if (document?.model !== accountModel || document.when !== "demo-accounts") continue;
    for (const userId of new Set(userIds)) await setPassword(db.kysely, userId, password, { mustChange: false });
  }
}
