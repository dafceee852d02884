import { type Asker, currentAsker } from "./asker.ts";
import { DatabaseError } from "./database.ts";

export interface FairQueueOptions {
  /** Turns at the same time: one session of the embedded database, the connections to a PostgreSQL. */
  readonly places: number;
  /** Long reads among them. */
  readonly placesForLong: number;
  /** Callers that may wait; one more is refused as busy, or the last of whoever has the most waiting. */
  readonly maxQueue: number;
  /** How long a caller may wait for a turn. */
  readonly queueWaitMs: number;
  /** Lets the calls of other people pass between two long reads; for a database that runs one statement at a time. */
  readonly pacesLong: boolean;
}

/** A turn at the database; everybody else waits until it is left. */
export interface Turn {
  /** Calling twice is harmless. */
  leave(): void;
}

interface Waiter {
  readonly person: Person;
  readonly asker: Asker | undefined;
  readonly isLong: boolean;
  readonly start: () => void;
  readonly refuse: (error: DatabaseError) => void;
}

interface Person {
  readonly name: string;
  readonly waiting: { readonly short: Waiter[]; readonly long: Waiter[] };
  running: number;
  /** Time at the database in milliseconds, counted from where the others stood when they came. */
  usedMs: number;
  /** Calls answered since the last long read, and the newest of them. */
  calls: number;
  lastCall: Asker | undefined;
  lastShortAt: number;
}

/**
 * Of the calls of each person at work a long read may keep one in this many waiting: far less than the twentieth that a
 * 95th percentile leaves out, because its answer is read and written beside them too.
 */
const callsBetweenLong = 100;
/**
 * Where people call seldom: so many times as long as the last one took, but no longer than they would wait for an
 * answer.
 */
const pausePerLong = 30;
const longestPauseMs = 10_000;
/** Nobody else asked anything for this long: a long read disturbs nobody who is at work. */
const quietMs = 250;
/** People remembered beyond those who wait or run. */
const mostIdle = 1_000;
const serverName = "the server itself";

/**
 * Who gets the database next: the person with the fewest turns at work, then the one who has used the least time. A
 * person with two hundred calls waits for themselves, not the others for them. Long reads stand behind all short
 * statements.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #people = new Map<string, Person>();
  #waiting = 0;
  #running = 0;
  #runningLong = 0;
  /** Where somebody who comes now starts counting: they have no credit for the time in which they asked nothing. */
  #floorMs = 0;
  #wake: NodeJS.Timeout | undefined;
  #wasLong = false;
  /** When the next long read need not wait any longer. */
  #longDueAt = Number.NEGATIVE_INFINITY;
  #closed = false;
  #drained: (() => void) | undefined;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Somebody else than the one who asks now has asked something a moment ago. */
  isShared(): boolean {
    return this.#othersThan(this.#personOf(currentAsker())).quietInMs > 0;
  }

  /**
   * @throws DatabaseError busy when too many wait or the wait takes too long, unavailable after `close`, timeout when
   * aborted
   */
  enter(options: { readonly isLong?: boolean; readonly signal?: AbortSignal | undefined } = {}): Promise<Turn> {
    if (this.#closed) return Promise.reject(new DatabaseError("unavailable"));
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(nobodyWaits());
    const asker = currentAsker();
    const person = this.#personOf(asker);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.refuse(new DatabaseError("busy")), this.#options.queueWaitMs);
      const onAbort = () => waiter.refuse(nobodyWaits());
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const waiter: Waiter = {
        person,
        asker,
        isLong: options.isLong ?? false,
        start: () => {
          settle();
          resolve(this.#newTurn(waiter));
        },
        refuse: (error) => {
          settle();
          this.#remove(waiter);
          reject(error);
        },
      };
      this.#add(waiter);
      this.#startNext();
      if (this.#waiting > this.#options.maxQueue) this.#refuseOne(person);
    });
  }

  /** Takes nobody new; resolves when everybody who waits has had their turn. */
  drain(): Promise<void> {
    this.#closed = true;
    return new Promise((resolve) => {
      this.#drained = resolve;
      this.#startNext();
    });
  }

  /** Refuses everybody who still waits. */
  refuseAll(): void {
    this.#closed = true;
    clearTimeout(this.#wake);
    for (const { waiting } of this.#people.values()) {
      for (const waiter of [...waiting.short, ...waiting.long]) waiter.refuse(new DatabaseError("unavailable"));
    }
  }

  #add(waiter: Waiter): void {
    const { person, isLong } = waiter;
    const isBack = person.running === 0 && person.waiting.short.length === 0 && person.waiting.long.length === 0;
    if (isBack) person.usedMs = Math.max(person.usedMs, this.#floorMs);
    person.waiting[isLong ? "long" : "short"].push(waiter);
    this.#waiting += 1;
  }

  #remove(waiter: Waiter): void {
    const list = waiter.person.waiting[waiter.isLong ? "long" : "short"];
    const place = list.indexOf(waiter);
    if (place < 0) return;
    list.splice(place, 1);
    this.#waiting -= 1;
  }

  /** Whoever has the most waiting gives a place up, so that a full queue is nobody else's wall. */
  #refuseOne(newcomer: Person): void {
    let most = newcomer;
    for (const person of this.#people.values()) if (waitersOf(person) > waitersOf(most)) most = person;
    const last = most.waiting.short.at(-1) ?? most.waiting.long.at(-1);
    last?.refuse(new DatabaseError("busy"));
  }

  #startNext(): void {
    while (this.#running < this.#options.places) {
      const next = this.#next();
      if (!next) break;
      this.#remove(next);
      next.start();
    }
    if (this.#running === 0 && this.#waiting === 0) this.#drained?.();
  }

  #next(): Waiter | undefined {
    const short = leastServed(this.#people.values(), "short");
    const long =
      this.#runningLong < this.#options.placesForLong ? leastServed(this.#people.values(), "long") : undefined;
    if (!long) return short?.waiting.short[0];
    const isLongFirst = this.#options.pacesLong ? this.#isLongDue(long, short) : !short || isServedLess(long, short);
    return isLongFirst ? long.waiting.long[0] : short?.waiting.short[0];
  }

  /** After enough calls or time of others it goes before them; when nobody else is at work, in turn with their own. */
  #isLongDue(long: Person, short: Person | undefined): boolean {
    if (this.#closed) return short === undefined;
    const { calls, atWork, quietInMs } = this.#othersThan(long);
    if (quietInMs <= 0) return !short || !this.#wasLong;
    if (calls >= callsBetweenLong * Math.max(1, atWork)) return true;
    const dueInMs = this.#longDueAt - performance.now();
    if (dueInMs <= 0) return !short;
    clearTimeout(this.#wake);
    this.#wake = setTimeout(() => this.#startNext(), Math.ceil(Math.min(quietInMs, dueInMs)));
    return false;
  }

  #othersThan(person: Person): { readonly calls: number; readonly atWork: number; readonly quietInMs: number } {
    const now = performance.now();
    let calls = 0;
    let atWork = 0;
    let lastAt = Number.NEGATIVE_INFINITY;
    for (const other of this.#people.values()) {
      if (other === person || other.name === serverName) continue;
      const isAsking = other.waiting.short.some(({ asker }) => !asker?.isPaced);
      const askedAt = isAsking ? now : other.lastShortAt;
      calls += other.calls;
      atWork += askedAt + quietMs > now ? 1 : 0;
      lastAt = Math.max(lastAt, askedAt);
    }
    return { calls, atWork, quietInMs: lastAt + quietMs - now };
  }

  #newTurn({ person, asker, isLong }: Waiter): Turn {
    const startedAt = performance.now();
    this.#running += 1;
    this.#wasLong = isLong;
    if (isLong) this.#runningLong += 1;
    person.running += 1;
    this.#floorMs = Math.max(this.#floorMs, person.usedMs);
    let isLeft = false;
    return {
      leave: () => {
        if (isLeft) return;
        isLeft = true;
        this.#running -= 1;
        person.running -= 1;
        const tookMs = performance.now() - startedAt;
        person.usedMs += tookMs;
        if (isLong) this.#endLong(tookMs);
        else noteCall(person, asker);
        this.#startNext();
      },
    };
  }

  #endLong(tookMs: number): void {
    this.#runningLong -= 1;
    this.#longDueAt = performance.now() + Math.min(longestPauseMs, tookMs * pausePerLong);
    for (const person of this.#people.values()) person.calls = 0;
  }

  #personOf(asker: Asker | undefined): Person {
    const name = asker?.person ?? serverName;
    const known = this.#people.get(name);
    if (known) return known;
    if (this.#people.size >= mostIdle) this.#forgetIdle();
    const person: Person = {
      name,
      waiting: { short: [], long: [] },
      running: 0,
      usedMs: this.#floorMs,
      calls: 0,
      lastCall: undefined,
      lastShortAt: Number.NEGATIVE_INFINITY,
    };
    this.#people.set(name, person);
    return person;
  }

  #forgetIdle(): void {
    for (const [name, person] of this.#people) {
      if (person.running === 0 && waitersOf(person) === 0) this.#people.delete(name);
    }
  }
}

const nobodyWaits = () => new DatabaseError("timeout", { cause: new Error("the one who asked is gone") });

const waitersOf = ({ waiting }: Person) => waiting.short.length + waiting.long.length;

function leastServed(people: Iterable<Person>, kind: "short" | "long"): Person | undefined {
  let best: Person | undefined;
  for (const person of people) {
    if (person.waiting[kind].length === 0) continue;
    if (!best || isServedLess(person, best)) best = person;
  }
  return best;
}

const isServedLess = (one: Person, other: Person): boolean =>
  one.running < other.running || (one.running === other.running && one.usedMs < other.usedMs);

/** A call is counted once, however many statements it takes. */
function noteCall(person: Person, asker: Asker | undefined): void {
  if (asker?.isPaced) return;
  person.lastShortAt = performance.now();
  if (asker !== undefined && person.lastCall === asker) return;
  person.lastCall = asker;
  person.calls += 1;
}
