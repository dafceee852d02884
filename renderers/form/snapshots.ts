import type { FieldItemPlan, ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { FormSession } from "./form-session.ts";

/**
 * A reference was picked: the fields that are copied from its row show what they will hold. The server
 * copies them again when it saves; a row that may not be read only leaves them empty until then.
 */
export async function takeSnapshots(
  plan: ListPlan,
  item: FieldItemPlan,
  session: FormSession,
  services: ConsoleServices,
): Promise<void> {
  const copied = [...plan.model.fields.values()].filter((field) => field.snapshot?.from === item.name);
  const target = item.dict?.kind === "model" ? plan.models.get(item.dict.model) : undefined;
  if (copied.length === 0 || !target) return;
  const id = session.logic.row[item.name];
  const row = id
    ? await services
        .request<Row>({ method: "GET", url: `${target.base}/queryById`, params: { id } })
        .catch(() => undefined)
    : undefined;
  if (session.logic.row[item.name] !== id) return;
  session.set(Object.fromEntries(copied.map((field) => [field.name, row?.[field.snapshot?.field ?? ""] ?? null])));
}
