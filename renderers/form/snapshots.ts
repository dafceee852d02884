import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { maySee } from "../../runtime/react/field-rights.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import type { FormSession } from "./form-session.ts";

/** A copied reference may be copied from in turn; a longer chain is a mistake in the models. */
const longestChain = 4;

interface CopySource {
  readonly model: ResolvedModel;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly services: ConsoleServices;
}

/**
 * What a record takes over when one of its references points to a row: the fields copied from that row, the words of
 * copied references, and what is copied from those. A row that may not be read gives empty fields; the server copies
 * again when it saves.
 *
 * @returns undefined when nothing that the person sees is copied from the field
 */
export async function copiedValues(
  { model, models, services }: CopySource,
  name: string,
  id: unknown,
  depth = 0,
): Promise<Row | undefined> {
  if (!isCopiedFrom(model, name)) return undefined;
  // What nobody here sees needs no row: it may be one that the person may not read.
  const copied = [...model.fields.values()].filter(
    (field) => field.snapshot?.from === name && (maySee(services, model, field) || isCopiedFrom(model, field.name)),
  );
  if (copied.length === 0) return undefined;
  const dict = model.fields.get(name)?.dict;
  const target = dict?.kind === "model" ? models.get(dict.model) : undefined;
  if (!target || depth >= longestChain) return undefined;
  const row = isEmpty(id) ? undefined : await readRow(services, target, id);
  const values: Record<string, unknown> = {};
  for (const field of copied) Object.assign(values, copyOf(field, row));
  for (const field of copied) {
    const further = await copiedValues({ model, models, services }, field.name, values[field.name], depth + 1);
    Object.assign(values, further);
  }
  return values;
}

/** Whether other fields hold copies of the row that this one refers to. */
export const isCopiedFrom = (model: ResolvedModel, name: string): boolean =>
  [...model.fields.values()].some(({ snapshot }) => snapshot?.from === name);

/** What a row takes over from a row that is at hand, the reference and its words included. */
export function pickedValues(model: ResolvedModel, name: string, picked: Row): Row {
  const dict = model.fields.get(name)?.dict;
  if (dict?.kind !== "model") return {};
  const copied = [...model.fields.values()].filter((field) => field.snapshot?.from === name);
  const own = { [name]: picked[dict.value], [`${name}_dictText`]: picked[dict.text] };
  return Object.assign(own, ...copied.map((field) => copyOf(field, picked)));
}

function copyOf({ name, snapshot, dict }: ResolvedField, row: Row | undefined): Row {
  const from = snapshot?.field ?? "";
  const words = row?.[`${from}_dictText`];
  return {
    [name]: row?.[from] ?? null,
    ...(dict && typeof words === "string" ? { [`${name}_dictText`]: words } : {}),
  };
}

/** The row that a reference names; undefined when this person may not read it. */
export function readRow(services: ConsoleServices, target: ResolvedModel, id: unknown): Promise<Row | undefined> {
  return services
    .request<Row>({ method: "GET", url: `${target.base}/queryById`, params: { id } })
    .catch(() => undefined);
}

/** A reference of the form was picked: the fields that are copied from its row show what they will hold. */
export async function takeSnapshots(
  plan: ListPlan,
  item: FieldItemPlan,
  session: FormSession,
  services: ConsoleServices,
): Promise<void> {
  const id = session.row[item.name];
  const values = await copiedValues({ model: plan.model, models: plan.models, services }, item.name, id);
  if (values && session.row[item.name] === id) session.set(values);
}
