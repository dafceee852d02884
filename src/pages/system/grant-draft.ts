import type { DataRule, GrantSheet } from "./grant-calls.ts";

type Ids = ReadonlySet<string>;

/** What somebody has ticked so far, and what is stored. Pure: each change answers a new draft. */
export class GrantDraft {
  readonly #sheet: GrantSheet;
  readonly granted: Ids;
  readonly #rules: ReadonlyMap<string, Ids>;
  /** Id of a menu; empty for the usual home page. */
  readonly home: string;

  constructor(sheet: GrantSheet, granted?: Ids, rules?: ReadonlyMap<string, Ids>, home?: string) {
    this.#sheet = sheet;
    this.granted = granted ?? sheet.granted;
    this.#rules = rules ?? new Map();
    this.home = home ?? sheet.home;
  }

  /** As it was read, without what was ticked since. */
  get stored(): GrantDraft {
    return new GrantDraft(this.#sheet);
  }

  /** The rules that can be chosen for a menu. */
  rulesOf(permissionId: string): readonly DataRule[] {
    return this.#sheet.rules.get(permissionId) ?? [];
  }

  /** Granted menus that have rules, in the order of the tree. */
  ruled(keys: Iterable<string>): readonly string[] {
    return [...keys].filter((key) => this.granted.has(key) && this.rulesOf(key).length > 0);
  }

  /** What narrows whoever gives stays chosen: the server hands it on. */
  isHeld(permissionId: string, ruleId: string): boolean {
    return this.#sheet.held.get(permissionId)?.has(ruleId) ?? false;
  }

  /** What the department of a department role is narrowed by; chosen there, in force here. */
  isOfDepart(permissionId: string, ruleId: string): boolean {
    return this.#sheet.ofDepart.get(permissionId)?.has(ruleId) ?? false;
  }

  isChosen(permissionId: string, ruleId: string): boolean {
    return this.#chosen(permissionId).has(ruleId);
  }

  chosenCount(keys: Iterable<string>): number {
    const inForce = (key: string) => new Set([...this.#chosen(key), ...(this.#sheet.ofDepart.get(key) ?? [])]);
    return this.ruled(keys).reduce((sum, key) => sum + inForce(key).size, 0);
  }

  withGranted(granted: Ids): GrantDraft {
    return new GrantDraft(this.#sheet, granted, this.#rules, this.home);
  }

  withHome(home: string): GrantDraft {
    return new GrantDraft(this.#sheet, this.granted, this.#rules, home);
  }

  toggleRule(permissionId: string, ruleId: string): GrantDraft {
    const chosen = new Set(this.#chosen(permissionId));
    if (!chosen.delete(ruleId)) chosen.add(ruleId);
    for (const held of this.#sheet.held.get(permissionId) ?? []) chosen.add(held);
    const rules = new Map(this.#rules).set(permissionId, chosen);
    return new GrantDraft(this.#sheet, this.granted, rules, this.home);
  }

  /** How many menus, buttons and rules would be given and taken. */
  get difference(): { readonly added: number; readonly removed: number; readonly isHomeNew: boolean } {
    const lists = [
      [this.granted, this.#sheet.granted] as const,
      ...this.#touched().map(([, now, last]) => [now, last]),
    ];
    return {
      added: lists.reduce((sum, [now, last]) => sum + missing(now, last), 0),
      removed: lists.reduce((sum, [now, last]) => sum + missing(last, now), 0),
      isHomeNew: this.home !== this.#sheet.home,
    };
  }

  get isDirty(): boolean {
    const { added, removed, isHomeNew } = this.difference;
    return added + removed > 0 || isHomeNew;
  }

  /** The body of the one call that saves it all. What was shown goes along: what somebody else changed since stays. */
  toWire(): Readonly<Record<string, unknown>> {
    return {
      permissionIds: [...this.granted].join(","),
      lastpermissionIds: [...this.#sheet.granted].join(","),
      dataRules: this.#touched().map(([permissionId, now, last]) => ({
        permissionId,
        dataRuleIds: [...now].join(","),
        lastDataRuleIds: [...last].join(","),
      })),
      ...(this.home === this.#sheet.home ? {} : { homePage: this.granted.has(this.home) ? this.home : "" }),
    };
  }

  /** Menus whose rules are to be saved; those of a menu that is taken go with it. */
  #touched(): readonly (readonly [string, Ids, Ids])[] {
    return [...this.#rules].flatMap(([key, now]) => {
      const last = this.#stored(key);
      const isSame = missing(now, last) + missing(last, now) === 0;
      return isSame || !this.granted.has(key) ? [] : [[key, now, last] as const];
    });
  }

  #chosen(permissionId: string): Ids {
    return this.#rules.get(permissionId) ?? this.#stored(permissionId);
  }

  /** A menu that is newly granted comes with the rules that narrow whoever gives it. */
  #stored(permissionId: string): Ids {
    if (this.#sheet.granted.has(permissionId)) return this.#sheet.checked.get(permissionId) ?? none;
    return this.#sheet.held.get(permissionId) ?? none;
  }
}

const none: Ids = new Set();
const missing = (part: Ids, whole: Ids) => [...part].filter((id) => !whole.has(id)).length;
