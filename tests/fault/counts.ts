/** `npm test` runs few rounds; `node tests/fault/run.mjs` (FAULT=full) runs what the figures in the docs come from. */
const full = process.env.FAULT === "full";

export const counts = {
  /** Acknowledged writes over all kills. */
  killedWrites: full ? 2_000 : 60,
  powerCuts: full ? 20 : 1,
  runaways: full ? 20 : 1,
  killedImports: full ? 10 : 2,
  /** Adds sent, their keys repeated. */
  repeatedAdds: full ? 10_000 : 400,
  importedRows: full ? 100_000 : 1_000,
};
