/** Larger files come in parts, which can be continued. */
const wholeBytes = 8 * 1024 * 1024;
const ordinary = "/sys/common/upload";

/** Whether a file is sent part after part. Only our own place takes parts: another service has the column's own call. */
export const comesInParts = ({ size }: { readonly size: number }, target: { readonly action?: string | undefined }) =>
  size > wholeBytes && (target.action ?? ordinary) === ordinary;
