/**
 * Codes that no grant hands on. Looking as somebody else and copies of all data reach everything, so they stay with
 * administrators, and pages that show rights say so.
 */
const codes: ReadonlySet<string> = new Set([
  "system:user:viewAs",
  ...["create", "rehearse", "download", "delete"].map((action) => `system:backup:${action}`),
]);

/** Whether a menu or button row is of use to administrators alone. */
export const isAdminOnly = (rowCodes: readonly string[]): boolean =>
  rowCodes.length > 0 && rowCodes.every((code) => codes.has(code));

export const withoutAdminOnly = (rowCodes: readonly string[]): readonly string[] =>
  rowCodes.filter((code) => !codes.has(code));
