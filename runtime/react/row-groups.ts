import type { ListPlan } from "../compile/plan.ts";
import type { Row } from "../model/resolved-model.ts";
import type { SuperNode } from "../query/super-query.ts";
import { readPage } from "../wire/page.ts";
import { answeredPage } from "./answered-page.ts";
import { mayAsk } from "./field-rights.ts";
import type { ConsoleServices } from "./services.ts";

/** What a list asks for, with conditions of the groups in it. */
export type GroupParams = (more: readonly SuperNode[]) => Readonly<Record<string, unknown>>;

/** A row of the table that stands for all rows with one value. */
export interface GroupNode {
  readonly kind: "group";
  readonly key: string;
  /** From 0. */
  readonly depth: number;
  readonly field: string;
  readonly value: unknown;
  /** Words of the value, where the server gave them. */
  readonly text: string | undefined;
  readonly count: number;
  readonly path: readonly SuperNode[];
}

/** Stands below the loaded rows of a group that has more. */
export interface MoreNode {
  readonly kind: "more";
  readonly key: string;
  readonly depth: number;
  readonly loaded: number;
  readonly count: number;
}

/** Rows of one level as the table draws them; a group's row holds its sums under the names of their fields. */
export interface DrawnRow {
  readonly row: Row;
  readonly node?: GroupNode | MoreNode;
  readonly depth: number;
}

/** The server's own limit of one answer. */
const mostGroups = 1_000;
/** Beside the count. */
const mostSums = 9;
const pageSize = 100;
const collator = new Intl.Collator("zh-CN", { numeric: true });

/**
 * The rows of a list under their groups. Groups and their sums are aggregates of the server, under the list's conditions
 * and the person's row rules; what stands in a group is read when it opens.
 */
export class RowGroups {
  readonly #plan: ListPlan;
  readonly #services: ConsoleServices;
  readonly #fields: readonly string[];
  readonly #params: GroupParams;
  readonly #sums: readonly string[];
  readonly #below = new Map<string, readonly DrawnRow[]>();
  readonly #open = new Set<string>();
  readonly #loading = new Set<string>();

  /** @param fields one to three, the outermost first */
  constructor(plan: ListPlan, services: ConsoleServices, fields: readonly string[], params: GroupParams) {
    this.#plan = plan;
    this.#services = services;
    this.#fields = fields;
    this.#params = params;
    // One field that the person may not ask for would have the server refuse all of them.
    this.#sums = plan.table.sums
      .filter((name) => {
        const field = plan.model.fields.get(name);
        return field !== undefined && mayAsk(services, plan.model, field);
      })
      .slice(0, mostSums);
  }

  /** Groups of the first level. */
  get top(): readonly DrawnRow[] {
    return this.#below.get("") ?? [];
  }

  /** All rows that match. */
  get total(): number {
    return this.top.reduce((sum, { node }) => sum + (node?.count ?? 0), 0);
  }

  /** There may be more groups than the server tells of at once. */
  get isCut(): boolean {
    return this.top.length === mostGroups;
  }

  state(node: GroupNode): "open" | "closed" | "loading" {
    if (this.#loading.has(node.key)) return "loading";
    return this.#open.has(node.key) ? "open" : "closed";
  }

  /** Reads the groups, and what stands in those that were open before. */
  async load(openBefore: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    this.#below.set("", await this.#readGroups([], 0, signal));
    await this.#reopen(this.top, openBefore, signal);
  }

  async #reopen(level: readonly DrawnRow[], open: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    for (const { node } of level) {
      if (node?.kind !== "group" || !open.has(node.key)) continue;
      await this.#read(node, signal);
      this.#open.add(node.key);
      await this.#reopen(this.#below.get(node.key) ?? [], open, signal);
    }
  }

  get openKeys(): ReadonlySet<string> {
    return new Set(this.#open);
  }

  /** @param changed called when there is something to draw */
  async toggle(node: GroupNode, changed: () => void): Promise<void> {
    if (this.#loading.has(node.key)) return;
    if (this.#open.delete(node.key)) return changed();
    this.#loading.add(node.key);
    changed();
    try {
      if (!this.#below.has(node.key)) await this.#read(node, new AbortController().signal);
      this.#open.add(node.key);
    } finally {
      this.#loading.delete(node.key);
      changed();
    }
  }

  /** Reads the next rows of the group that this stands in. */
  async more(node: MoreNode, changed: () => void): Promise<void> {
    const group = this.#groupOf(node.key);
    if (!group || this.#loading.has(node.key)) return;
    this.#loading.add(node.key);
    try {
      const before = (this.#below.get(group.key) ?? []).filter((each) => each.node === undefined);
      const pageNo = Math.floor(before.length / pageSize) + 1;
      const rows = await this.#readRows(group, pageNo, new AbortController().signal);
      this.#below.set(group.key, [...before, ...rows]);
    } finally {
      this.#loading.delete(node.key);
      changed();
    }
  }

  /** What stands in the table, top to bottom. */
  drawn(): readonly DrawnRow[] {
    const found: DrawnRow[] = [];
    const add = (level: readonly DrawnRow[]) => {
      for (const each of level) {
        found.push(each);
        if (each.node?.kind === "group" && this.#open.has(each.node.key)) add(this.#below.get(each.node.key) ?? []);
      }
    };
    add(this.top);
    return found;
  }

  #groupOf(key: string): GroupNode | undefined {
    for (const level of this.#below.values()) {
      for (const { node } of level) if (node?.kind === "group" && `${node.key} more` === key) return node;
    }
    return undefined;
  }

  async #read(node: GroupNode, signal: AbortSignal): Promise<void> {
    const isLast = node.depth === this.#fields.length - 1;
    const rows = isLast
      ? await this.#readRows(node, 1, signal)
      : await this.#readGroups(node.path, node.depth + 1, signal, node.key);
    this.#below.set(node.key, rows);
  }

  async #readGroups(path: readonly SuperNode[], depth: number, signal: AbortSignal, above = ""): Promise<DrawnRow[]> {
    const field = this.#fields[depth] ?? "";
    const { pageNo: _no, pageSize: _size, column: _column, order: _order, ...where } = this.#params(path);
    const sums = this.#sums.map((name) => [name, { op: "sum", field: name }] as const);
    const result = await this.#services.request<unknown>({
      method: "POST",
      url: "/lowcode/aggregate",
      data: {
        model: this.#plan.model.id,
        where,
        groupBy: [field],
        measures: { groupCount: { op: "count" }, ...Object.fromEntries(sums) },
        limit: mostGroups,
      },
      signal,
    });
    const groups = readPage(result).rows.map((group): DrawnRow => {
      const value = group[field] ?? null;
      const words = group[`${field}_dictText`];
      const node: GroupNode = {
        kind: "group",
        key: `${above}/${field}=${String(value ?? "")}`,
        depth,
        field,
        value,
        text: typeof words === "string" ? words : undefined,
        count: Number(group.groupCount) || 0,
        path: [...path, conditionOf(field, value)],
      };
      return { row: Object.fromEntries(this.#sums.map((name) => [name, group[name]])), node, depth };
    });
    return groups.sort((a, b) => collator.compare(orderOf(a.node), orderOf(b.node)));
  }

  async #readRows(group: GroupNode, pageNo: number, signal: AbortSignal): Promise<DrawnRow[]> {
    const params = { ...this.#params(group.path), pageNo, pageSize };
    const result = await this.#services.request<unknown>({ method: "GET", url: this.#plan.listUrl, params, signal });
    const { rows, total } = answeredPage(result);
    const depth = group.depth + 1;
    const loaded = (pageNo - 1) * pageSize + rows.length;
    const drawn = rows.map((row): DrawnRow => ({ row, depth }));
    if (loaded >= total || rows.length === 0) return drawn;
    return [
      ...drawn,
      { row: {}, depth, node: { kind: "more", key: `${group.key} more`, depth, loaded, count: total } },
    ];
  }
}

/** Exactly this value; nothing at all is a group too. */
function conditionOf(field: string, value: unknown): SuperNode {
  if (value === null || value === "") return { field, rule: "empty", val: "1", type: "string" };
  return { field, rule: "eq", val: String(value), type: "string" };
}

const orderOf = (node: DrawnRow["node"]) => (node?.kind === "group" ? (node.text ?? String(node.value ?? "")) : "");
