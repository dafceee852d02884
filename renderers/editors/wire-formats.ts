/** How times stand on the wire, by kind of control. */
export const wireFormats = {
  date: "YYYY-MM-DD",
  datetime: "YYYY-MM-DD HH:mm:ss",
  time: "HH:mm",
  month: "YYYY-MM",
} as const;
