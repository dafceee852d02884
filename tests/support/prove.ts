export const isProving = process.env.PROVE === "1";
export const proveCount = (sample: number, whole: number): number => (isProving ? whole : sample);
/** Where a generator begins; `PROVE_SEED` names another place, to look where nobody has looked yet. */
export const proveSeed = Number(process.env.PROVE_SEED ?? 20_261_123);
