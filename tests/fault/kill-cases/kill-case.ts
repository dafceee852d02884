import type { Database } from "../../../server/db/database.ts";
import type { FormCaller } from "../../support/form-caller.ts";

/** An administrator at the server that is killed, or at the one that follows it. */
export interface Person extends FormCaller {
  /** Address of the API. */
  readonly api: string;
  /** Of the session, for what is no JSON. */
  readonly headers: Readonly<Record<string, string>>;
  /** The data folder of both servers. */
  readonly folder: string;
}

/** Work of one kind that kill -9 stops in the middle, and what is true afterwards. */
export interface KillCase {
  /** What is true afterwards. */
  readonly title: string;
  /** The work is in its middle `at` statements after the first one with `mark` in it; absent: `Work.isAtWork` says when. */
  readonly middle?: {
    readonly mark: string;
    readonly at: number;
    /** Statements at which it ends by turns when proving; also those after which nothing is left to do. */
    readonly ends: number;
  };
  /** Rows that it needs, before the first server starts. */
  fill?(db: Database): Promise<void>;
  /** What its servers are told. */
  env?(): Promise<Readonly<Record<string, string>>>;
  /** Makes what the work needs, under names that no other round has. */
  prepare(person: Person, round: number): Promise<Work>;
  /** When all is over. */
  close?(): Promise<void>;
}

export interface Work {
  /** Does it; whether an answer came. Throws when that refuses. */
  act(): Promise<boolean>;
  /** Resolves in the middle of the work. */
  isAtWork?(): Promise<void>;
  /** While no server runs. */
  stored?(db: Database, isAnswered: boolean): Promise<void>;
  /** At the next server. */
  check?(person: Person, isAnswered: boolean): Promise<void>;
  /** When no server runs any more. */
  left?(db: Database, isAnswered: boolean): Promise<void>;
}

/** Whether an answer came; a server that is gone gives none. */
export async function isAnswered(answer: Promise<{ readonly success: boolean; readonly message: string }>) {
  const got = await answer.catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  if (got && !got.success) throw new Error(got.message);
  return got !== undefined;
}
