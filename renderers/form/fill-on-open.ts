import { fieldItems } from "../../runtime/compile/flat-items.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import type { FormSession } from "./form-session.ts";
import { copiedValues, readRow } from "./snapshots.ts";

interface OpenedForm {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  readonly session: FormSession;
  readonly services: ConsoleServices;
  readonly dictionaries: Pick<DictionaryCache, "know">;
}

/**
 * SYS-11: the fill rules of the fields that a person may write are asked when a form for a new row opens. What they put
 * in meanwhile stays; read-only fields, numbers above all, get theirs with the saving. Without an answer the server
 * fills in when it saves.
 */
export async function fillOnOpen({ plan, view, session, services, dictionaries }: OpenedForm): Promise<void> {
  const isOpen = (item: FieldItemPlan) => item.fill !== undefined && !item.readOnly && isEmpty(session.row[item.name]);
  const items = fieldItems(view.items).filter(isOpen);
  if (items.length === 0) return;
  const data = { commonFormData: session.row, rules: items.map(({ fill }) => ({ ruleCode: fill })) };
  const answers = await services
    .request<readonly { readonly result: unknown }[]>({
      method: "PUT",
      url: "/sys/fillRule/executeRuleByCodeBatch",
      data,
    })
    .catch(() => []);
  for (const [index, item] of items.entries()) {
    const value = answers[index]?.result;
    if (isEmpty(value)) continue;
    const { dict } = item;
    const target = dict?.kind === "model" && dict.value === "id" ? plan.models.get(dict.model) : undefined;
    const row = target && (await readRow(services, target, value));
    if (dict?.kind === "model" && row) dictionaries.know(dict, String(value), String(row[dict.text] ?? value));
    if (!isOpen(item)) continue;
    session.load({ [item.name]: value });
    const copied = await copiedValues({ model: plan.model, models: plan.models, services }, item.name, value);
    if (copied && session.row[item.name] === value) session.load(copied);
  }
}
