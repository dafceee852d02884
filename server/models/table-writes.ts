/** Writers of a table who are told apart; of more, everybody counts as one. */
const mostWriters = 1_000;

/** How many writes a table had when something of it was read, and the last one of whoever asks. */
export interface WriteCount {
  readonly generation: number;
  /** What was read before it lacks what the asker has written themselves. */
  readonly ownGeneration: number;
}

/** Writes of one table: how many there were, and the last one of each writer. */
interface Writes {
  generation: number;
  readonly byUser: Map<string, number>;
  /** The last write of those who are not told apart any more. */
  others: number;
}

/** Committed writes by table and person: tells whether something read before is still what its asker expects. */
export class TableWrites {
  readonly #byTable = new Map<string, Writes>();

  /** Called after a committed write. */
  note(table: string, userId: string): void {
    const writes = this.#byTable.get(table) ?? { generation: 0, byUser: new Map<string, number>(), others: 0 };
    this.#byTable.set(table, writes);
    writes.generation += 1;
    if (writes.byUser.size >= mostWriters) {
      writes.byUser.clear();
      writes.others = writes.generation;
    }
    writes.byUser.set(userId, writes.generation);
  }

  of(table: string, userId: string): WriteCount {
    const writes = this.#byTable.get(table);
    if (!writes) return { generation: 0, ownGeneration: 0 };
    const { generation, byUser, others } = writes;
    return { generation, ownGeneration: byUser.get(userId) ?? others };
  }
}
