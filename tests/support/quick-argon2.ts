import { createRequire } from "node:module";

/** In place of the package in the server tests; a file beside it that imports it would find itself. */
const real = createRequire(import.meta.url)("@node-rs/argon2") as typeof import("@node-rs/argon2");

/** Weak on purpose: strength is what `passwords.test.ts` looks at, and the others sign in a thousand times. */
export const hash: typeof real.hash = (password, options) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 });
export const { verify } = real;
