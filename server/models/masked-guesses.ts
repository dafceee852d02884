import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { quoted } from "../http/refusal.ts";
import { countUp, isUsedUp, type Limit } from "../http/shared-limits.ts";

/** How often somebody may be told that a value cannot be used which they may not read in other rows. */
const limit: Limit = { max: 20, windowMs: 60 * 60_000, from: "first" };

/** A unique field that the caller may write and sees masked: each refusal tells them whether a guess is right. */
export function isGuessable(model: ResolvedModel, field: Pick<ResolvedField, "name">, caller: Caller): boolean {
  return modelAccess(model, caller).get(field.name)?.mask !== undefined;
}

/** Where to look, and nothing about other rows. */
export const guessedText = (field: Pick<ResolvedField, "title">): string =>
  `${quoted(field.title)}不能使用这个值，请核对`;

/**
 * A unique field has to refuse a value that is taken, also for who sees it masked: a clerk types the phone number of a
 * new member. Whoever tries numbers to learn which ones are stored soon hears nothing any more, not even of those that
 * are free.
 */
export class MaskedGuesses {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError TOO_MANY before anything is tried, for who has used up their guesses and makes another one */
  async admit(model: ResolvedModel, caller: Caller, isWritten: (field: string) => boolean): Promise<void> {
    const fields = [...model.fields.values()].filter((field) => field.unique && isGuessable(model, field, caller));
    if (!fields.some(({ name }) => isWritten(name))) return;
    if (await isUsedUp(this.#db.kysely, { key: keyOf(caller), limit }, Date.now())) throw new AppError("TOO_MANY");
  }

  /** @throws AppError TOO_MANY in place of the answer, when it is one too many */
  async count(caller: Caller, times: number): Promise<void> {
    if (times === 0) return;
    const key = keyOf(caller);
    const counts = await countUp(this.#db.kysely, [{ key, limit, step: times }], Date.now());
    if (counts.get(key)?.isOver) throw new AppError("TOO_MANY");
  }
}

const keyOf = ({ userId }: Caller): string => `masked guesses ${userId}`;

/** What a client sends back as it was given, masked, changes nothing. */
export const isGuess = (value: unknown): boolean =>
  typeof value === "string" && value.trim() !== "" && !value.includes("*");
