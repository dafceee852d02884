import type { SortKey } from "../model/resolved-model.ts";
import type { SuperQuery } from "./super-query.ts";

/** Who finds a saved query: the person alone, a role, a department, everyone. */
export const audiences = ["mine", "role", "depart", "all"] as const;
export type Audience = (typeof audiences)[number];

export const isAudience = (value: unknown): value is Audience => audiences.includes(value as Audience);

/** An advanced query under a name, on the server or in this browser. */
export interface SavedQuery extends SuperQuery {
  /** Row on the server; the title for one that this browser keeps. */
  readonly id: string;
  /** Of the row; 0 in the browser. */
  readonly version: number;
  readonly title: string;
  /** Names of the shown columns, when they were saved too. */
  readonly columns?: readonly string[];
  readonly sort?: SortKey;
  readonly audience: Audience;
  /** Role or department code. */
  readonly audienceKey: string;
  /** What the page opens with. */
  readonly isDefault: boolean;
  readonly canChange: boolean;
}
