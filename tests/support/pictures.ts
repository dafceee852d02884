/** The smallest pictures: one dot each, of two colours, because the same picture is kept once. */
export const dot = png(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
);
export const otherDot = png(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQImWPgqjjxHwAEJAJKFGSqrAAAAABJRU5ErkJggg==",
);

function png(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}
