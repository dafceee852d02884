import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";
import type { Person, Provider } from "./provider.ts";

type Known = Pick<Person, "issuer" | "subject">;

/** Whose identity it is; undefined when nobody has bound it. */
export async function findIdentity(
  db: Queryable,
  provider: Provider,
  { issuer, subject }: Known,
): Promise<string | undefined> {
  const row = await db
    .updateTable("sys_user_identity")
    .set({ used_at: Date.now() })
    .where("provider_id", "=", provider.id)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .returning("user_id")
    .executeTakeFirst();
  return row && String(row.user_id);
}

/** Binds an identity to a user. @returns false when somebody has it already */
export async function bindIdentity(
  db: Queryable,
  provider: Provider,
  person: Person,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const bound = await db
    .insertInto("sys_user_identity")
    .values({
      id,
      provider_id: provider.id,
      issuer: person.issuer,
      subject: person.subject,
      user_id: userId,
      label: labelOf(person),
      created_at: Date.now(),
      used_at: Date.now(),
    })
    .onConflict((conflict) => conflict.columns(["provider_id", "issuer", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return bound !== undefined;
}

/** What a person recognises the identity by. */
export const labelOf = ({ email, username, realname, subject }: Person): string =>
  (email || username || realname || subject).slice(0, 100);

/** Remembers that a session began at a provider, so that the provider can end it. */
export async function noteOutsideSession(
  db: Queryable,
  tokenHash: string,
  providerId: string,
  { subject, sid }: { readonly subject: string; readonly sid: string },
): Promise<void> {
  await sql`insert into sys_outside_session (session_id, provider_id, subject, outside_sid)
    select id, ${providerId}, ${subject}, ${sid} from sys_session where token_hash = ${tokenHash}`.execute(db);
  await sql`delete from sys_outside_session old
    where not exists (select 1 from sys_session where id = old.session_id)`.execute(db);
}

/** Sessions that a provider speaks of: one by its own name, or all of a person where it names none. */
export async function sessionsOutside(
  db: Queryable,
  providerId: string,
  { subject, sid }: { readonly subject: string; readonly sid: string },
): Promise<readonly { readonly sessionId: string; readonly userId: string }[]> {
  const rows = await db
    .selectFrom("sys_outside_session as outside")
    .innerJoin("sys_session as session", "session.id", "outside.session_id")
    .select(["session.id", "session.user_id"])
    .where("outside.provider_id", "=", providerId)
    .where((eb) => (sid === "" ? eb("outside.subject", "=", subject) : eb("outside.outside_sid", "=", sid)))
    .where((eb) => eb.or([eb.val(subject === ""), eb("outside.subject", "=", subject)]))
    .execute();
  return rows.map((row) => ({ sessionId: String(row.id), userId: String(row.user_id) }));
}

/** Notes a token that has its effect now. @returns false when it had it before */
export async function seeOnce(db: Queryable, tokenHash: string, expiresAt: number): Promise<boolean> {
  await db.deleteFrom("sys_seen_token").where("expires_at", "<", Date.now()).execute();
  const row = await db
    .insertInto("sys_seen_token")
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .returning("token_hash")
    .executeTakeFirst();
  return row !== undefined;
}
