import { describeCron } from "../../../runtime/cron/describe-cron.ts";
import { cronProblem, parseCron } from "../../../runtime/cron/parse-cron.ts";
import type { CellProps } from "../cell-props.ts";

/** A sentence of when an expression runs; what is no expression stands as it is. */
export function CronCell({ text }: CellProps) {
  if (text === "" || cronProblem(text) !== undefined) return text;
  return <span title={text}>{describeCron(parseCron(text))}</span>;
}
