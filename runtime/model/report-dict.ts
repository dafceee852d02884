/** A dictionary whose options are the rows of an online report. */
export interface ReportDict {
  readonly report: string;
  /** Columns; absent: what the report returns, else its first two. */
  readonly value?: string;
  readonly text?: string;
}

/**
 * The code under which such a dictionary is asked for. The commas say that it depends on who asks: no list of all
 * dictionaries holds it.
 */
export const reportDictCode = ({ report, value = "", text = "" }: ReportDict): string =>
  `report:${report},${value},${text}`;

/** @returns undefined for every other code */
export function readReportDict(code: string): ReportDict | undefined {
  const [, report = "", value, text] = /^report:([A-Za-z][A-Za-z0-9_]*),([^,]*),([^,]*)$/.exec(code) ?? [];
  if (report === "") return undefined;
  return { report, ...(value ? { value } : {}), ...(text ? { text } : {}) };
}
