/** One thing to make: a field or a relation, and what it reads of the same row. */
export interface Step {
  readonly name: string;
  readonly reads: ReadonlySet<string>;
}

/**
 * The steps in an order in which everything read was made before; otherwise as written.
 * @throws Error naming the fields that need each other
 */
export function orderSteps<Made extends Step>(steps: readonly Made[]): readonly Made[] {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const ordered: Made[] = [];
  const done = new Set<string>();
  const visit = (step: Made, trail: readonly string[]): void => {
    if (done.has(step.name)) return;
    if (trail.includes(step.name)) throw new Error(`fields need each other: ${[...trail, step.name].join(" → ")}`);
    for (const name of step.reads) {
      const needed = byName.get(name);
      if (needed && needed !== step) visit(needed, [...trail, step.name]);
    }
    done.add(step.name);
    ordered.push(step);
  };
  for (const step of steps) visit(step, []);
  return ordered;
}

/** The named step and everything that it needs, in order. */
export function closureOf<Made extends Step>(steps: readonly Made[], name: string): ReadonlySet<string> {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const found = new Set<string>();
  const visit = (at: string): void => {
    const step = byName.get(at);
    if (!step || found.has(at)) return;
    found.add(at);
    for (const needed of step.reads) visit(needed);
  };
  visit(name);
  return found;
}
