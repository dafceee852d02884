import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../server/auth/passwords.ts";

it("a password is stored as argon2id with 19 MiB, two passes and one lane, each time with another salt", async () => {
  const [one, other] = [await hashPassword("correct-horse"), await hashPassword("correct-horse")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect([await verifyPassword(one, "correct-horse"), await verifyPassword(one, "correct-house")]).toEqual([
    true,
    false,
  ]);
  expect(await verifyPassword(undefined, "no user has this password")).toBe(false);
});
