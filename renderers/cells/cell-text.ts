import type { CellPlan } from "../../runtime/compile/plan.ts";
import { cellText, rowDictText } from "../../runtime/format/cell-text.ts";
import { words } from "../../runtime/format/words.ts";
import type { ResolvedDict, Row } from "../../runtime/model/resolved-model.ts";
import { registeredRenderer } from "../../runtime/registry/registry.ts";
import type { CellContext, CellSubject } from "./cell-props.ts";

/** The words of a cell. The server's own `<field>_dictText` comes before the dictionary known here. */
export function textOfCell(subject: CellSubject, plan: CellPlan, row: Row, context: CellContext): string {
  const sent = subject.dict || registeredRenderer("cell", plan.type)?.sent ? rowDictText(row, subject.name) : undefined;
  if (sent !== undefined) return sent.replaceAll(",", words.listComma);
  // Tables ask for hundreds of cells in a frame, and a screen rarely names another dictionary than the model.
  const field = subject.dict === subject.field.dict ? subject.field : { ...subject.field, dict: subject.dict };
  return cellText(plan.type, row[subject.name], field, {
    props: plan.props as unknown as Readonly<Record<string, unknown>>,
    row,
    dictText: (dict: ResolvedDict, value: string) => context.dictOption(dict, value)?.text,
  });
}
