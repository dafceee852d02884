import type { ResolvedModel, Row } from "../model/resolved-model.ts";
import { type PlanNames, readsOf } from "./plan.ts";
import type { RecordContext } from "./record-types.ts";

interface Kept<Findings> {
  readonly context: RecordContext;
  readonly beyond: readonly unknown[];
  readonly findings: Findings;
}

/**
 * What the rules find in sub-rows, kept until the row or what the rules read beyond it is another one: in a table of
 * 2,000 rows one changed cell is the check of one row. Rows are told apart by identity, so they must not be changed
 * in place.
 */
export class RowFindings<Findings> {
  readonly #kept = new WeakMap<Row, Kept<Findings>>();
  readonly #beyond: readonly string[];

  /** @param beyond names of the record that the rules read: its fields, and relations as a whole */
  constructor(beyond: readonly string[]) {
    this.#beyond = beyond;
  }

  of(subRow: Row, row: Row, context: RecordContext, find: () => Findings): Findings {
    const kept = this.#kept.get(subRow);
    if (kept?.context === context && this.#beyond.every((name, at) => Object.is(kept.beyond[at], row[name]))) {
      return kept.findings;
    }
    const findings = find();
    this.#kept.set(subRow, { context, beyond: this.#beyond.map((name) => row[name]), findings });
    return findings;
  }
}

/** Names of the record that the checks of a relation's rows read. */
export function readBeyond(texts: readonly unknown[], relation: string, names: PlanNames): readonly string[] {
  const ids = texts.flatMap((text) => (typeof text === "string" ? readsOf(text, relation, names).beyond : []));
  return [...new Set(ids.map((id) => id.split(".")[0] ?? id))];
}

/** Every condition and rule that a model has about its own rows. */
export const ruleTexts = (model: ResolvedModel): readonly unknown[] => [
  ...[...model.fields.values()].flatMap((field) => [
    field.when,
    field.required,
    field.locked,
    field.choices,
    ...field.rules.map((rule) => ("expr" in rule ? rule.expr : undefined)),
  ]),
  ...model.rules.map(({ expr }) => expr),
];
