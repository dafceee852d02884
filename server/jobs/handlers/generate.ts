import { sql } from "kysely";
import { defaultTenant, theProduct } from "../../auth/caller.ts";
import { isOpenNow } from "../../auth/tenants.ts";
import { AppError, errorMessage } from "../../http/errors.ts";
import type { JobContext, JobHandler } from "../job-handler.ts";

interface Asked {
  readonly model: string;
  readonly key: string;
  /** The answers of each run; what is not answered takes its default. */
  readonly answers: readonly Readonly<Record<string, string>>[];
}

/**
 * Runs a generation of a model in every open tenant, once for each value of an answer.
 *
 * @example parameter `settle/settle-record generate settleType=1,2,3`
 */
export const job: JobHandler = {
  name: "generate",
  async run(context) {
    const asked = readParameter(context);
    const made = { rows: 0, lines: 0 };
    const refused = new Set<string>();
    for (const tenant of await findTenants(context)) {
      for (const answers of asked.answers) {
        if (context.signal.aborted) break;
        try {
          const { rows, count } = await context.engine.generate(asked.model, asked.key, answers, theProduct(tenant));
          made.rows += rows.length;
          made.lines += count;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refused.add(`${Object.values(answers).join()} ${errorMessage(error.errorName, error.details)}`.trim());
        }
      }
    }
    const rest = refused.size > 0 ? `；未生成：${[...refused].join("、")}` : "";
    return `生成 ${made.rows} 条，共 ${made.lines} 笔${rest}`;
  },
};

function readParameter({ engine, parameter }: JobContext): Asked {
  const [, model = "", key = "", name, values = ""] = /^(\S+)\s+(\S+)(?:\s+(\w+)=(\S+))?$/.exec(parameter.trim()) ?? [];
  if (!engine.models.get(model)?.generate?.[key]) {
    throw new Error("参数须为“模型 生成的键 字段=值,值”，例如 settle/settle-record generate settleType=1,2,3");
  }
  return { model, key, answers: name === undefined ? [{}] : values.split(",").map((value) => ({ [name]: value })) };
}

/** The platform first; a closed tenant goes on with nothing. */
async function findTenants({ db }: JobContext): Promise<readonly number[]> {
  const { rows } = await sql<{ id: string | number }>`
    select tenant.id from sys_tenant tenant where ${isOpenNow} order by tenant.id`.execute(db.kysely);
  return [...new Set([defaultTenant, ...rows.map(({ id }) => Number(id))])];
}
