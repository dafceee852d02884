import type { PanelPlan, TaskPlan } from "../compile/panel-plan.ts";
import type { Scope } from "../expr/compile.ts";
import { resolveJson } from "../expr/template.ts";
import type { Row } from "../model/resolved-model.ts";
import { fillPeriods } from "../panels/fill-periods.ts";
import type { Source } from "../schema/types.gen.ts";
import { readPage } from "../wire/page.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "./services.ts";

/** The rows of panels that are read together: a source that several panels show is asked for once. */
export class PanelRows {
  readonly #services: ConsoleServices;
  readonly #scope: Scope;
  readonly #asked = new Map<string, Promise<readonly Row[]>>();

  constructor(services: ConsoleServices, scope: Scope) {
    this.#services = services;
    this.#scope = scope;
  }

  /** @throws RequestError when the source refuses or cannot be reached */
  load(plan: PanelPlan): Promise<readonly Row[]> {
    const { source, tasks } = plan;
    if (tasks.length > 0) return this.#tasks(tasks);
    if (!source) return Promise.resolve([]);
    const key = JSON.stringify(source);
    const known = this.#asked.get(key);
    if (known) return known;
    const rows = this.#read(source, plan.base);
    this.#asked.set(key, rows);
    return rows;
  }

  async #read(source: Source, base: string | undefined): Promise<readonly Row[]> {
    switch (source.type) {
      case "aggregate": {
        const { model, where, groupBy, measures, limit } = source;
        const data = { model, where: this.#values(where), groupBy, measures, limit };
        const answer = await this.#ask({ method: "POST", url: "/lowcode/aggregate", data });
        return fillPeriods(readPage(answer).rows, source, String(this.#scope.now ?? "").slice(0, 10), data.where);
      }
      case "model": {
        const { sort, limit = 10 } = source;
        const order = sort ? { column: sort.field, order: sort.order ?? "desc" } : {};
        const params = { ...this.#values(source.where), ...order, pageNo: 1, pageSize: limit };
        return this.#list(`${base}/list`, params);
      }
      case "static":
        return source.rows;
      case "rest":
        return this.#list(addressOf(source.list ?? source.get ?? ""), this.#values(source.params));
      case "cgreport":
        return this.#list(`/online/cgreport/api/getData/${source.code}`, {
          ...prefixed(this.#values(source.params)),
          pageNo: 1,
          pageSize: source.limit ?? 100,
        });
      case "cgform":
        return this.#list(`/online/cgform/api/getData/${source.code}`, { pageNo: 1, pageSize: 100 });
    }
  }

  /** How many records of each kind wait, and the one that waits longest. What the person may not list or do is not theirs. */
  async #tasks(tasks: readonly TaskPlan[]): Promise<readonly Row[]> {
    const own = tasks.filter(({ permission }) => permission === undefined || this.#services.hasPermission(permission));
    const rows = await Promise.all(
      own.map(async ({ title, base, where, since, page, search }): Promise<Row | undefined> => {
        const order = since === undefined ? {} : { column: since, order: "asc" };
        const params = { ...this.#values(where), ...order, pageNo: 1, pageSize: 1 };
        try {
          const { rows, total } = readPage(await this.#ask({ method: "GET", url: `${base}/list`, params }));
          return { title, total, since: since === undefined ? undefined : rows[0]?.[since], page, search };
        } catch (reason) {
          if (reason instanceof RequestError && reason.status === 403) return undefined;
          throw reason;
        }
      }),
    );
    return rows.filter((row) => row !== undefined);
  }

  async #list(url: string, params: Row): Promise<readonly Row[]> {
    const answer = await this.#ask({ method: "GET", url, params });
    const { rows } = readPage(answer);
    const isOne = typeof answer === "object" && answer !== null && !Array.isArray(answer) && !("records" in answer);
    return isOne ? [answer as Row] : rows;
  }

  /** A refusal belongs to the panel that asked, which says it or leaves itself out. */
  async #ask(options: RequestOptions): Promise<unknown> {
    return (await this.#services.send(options)).result;
  }

  #values(source: Readonly<Record<string, unknown>> | undefined): Row {
    return (resolveJson(source ?? {}, this.#scope) ?? {}) as Row;
  }
}

/** `GET /sys/loginfo` → `/sys/loginfo`. */
function addressOf(endpoint: unknown): string {
  return String(endpoint).replace(/^[A-Z]+\s+/, "");
}

function prefixed(params: Row): Row {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [`self_${name}`, value]));
}
