import { resolveJson } from "../../runtime/expr/template.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { createRecordRules } from "../../runtime/record/record-rules.ts";
import type { Field } from "../../runtime/schema/types.gen.ts";
import { refuse } from "../http/refusal.ts";
import { atPresent, readId, type Work } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import { throwFieldErrors } from "./field-errors.ts";
import { followMaster } from "./follow-master.ts";
import type { Draft } from "./hooks.ts";
import { stateText } from "./locks.ts";
import { givesInto, requireGuards, runInto, runPosts, runReads, type Transition } from "./posts.ts";
import { mentions, recordContext, refuseErrors } from "./record-rules.ts";
import { referenceErrors } from "./references.ts";
import { recompute } from "./rollups.ts";
import { fileErrors } from "./row-files.ts";
import { ownerValues } from "./row-owner.ts";
import { finish, hooksOf, lockRow, refuseStale, saveContext } from "./save-row.ts";
import { takeSnapshots } from "./snapshots.ts";
import { changedFields, type StoredRow, updateRow } from "./store-row.ts";
import { childTables, loadSubRows } from "./sub-rows.ts";
import { changedSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";

/** Transitions of a model by key; empty for a model without states. */
export function transitionsOf(model: ResolvedModel): Readonly<Record<string, Transition>> {
  return model.states?.transitions ?? {};
}

export function transitionPermission(model: ResolvedModel, key: string): string {
  return transitionsOf(model)[key]?.permission ?? `${model.permissionPrefix}:${key}`;
}

/**
 * Moves one row from state to state: checks state, answers and guards, sets fields, writes posts, all in one
 * transaction.
 *
 * @param body `{ id, version?, …answers }`
 */
export async function runTransition(plain: Work, model: ResolvedModel, key: string, body: Row): Promise<Row> {
  const transition = transitionsOf(model)[key];
  const { states } = model;
  if (!transition || !states) throw new Error(`no transition ${key} in ${model.id}`);
  const before = await lockRow(plain, model, readId(body.id));
  await refuseStale(plain, model, before, body.version);
  if (!transition.from.includes(String(before[states.field] ?? ""))) {
    throw refuse(`当前状态“${await stateText(plain, model, before)}”不能进行“${transition.title}”操作`);
  }
  const complete = { ...before, ...(await relationsFor(plain, model, transition, before)) };
  const form = await readAnswers(plain, model, transition, complete, body);
  const asking = { row: complete, form, user: expressionUser(plain.caller), now: plain.now };
  const reads = await runReads(plain, transition.read ?? [], asking);
  const work = atPresent(plain);
  const scope = { ...asking, ...reads, now: work.now };
  requireGuards(transition.guards, scope);
  const asked = Object.fromEntries(Object.entries(form).filter(([name]) => model.fields.has(name)));
  const set = resolveJson(transition.set ?? {}, scope) as Draft;
  const to = transition.to === undefined ? {} : { [states.field]: transition.to };
  const moved = await recompute(work, model, before, { ...before, ...asked, ...set, ...to });
  const posts = transition.post ?? [];
  const first = await runInto(work, posts.filter(givesInto), { ...scope, row: { ...complete, ...moved } }, complete);
  const row = first.values ? await recompute(work, model, before, { ...moved, ...first.values }) : moved;
  const context = saveContext(work, model, before, body);
  await hooksOf(work, model)?.beforeSave?.(row, context);
  let stored: StoredRow | undefined;
  if (changedFields(model, before, row).length > 0) {
    await keepTree(work, model, before, row);
    Object.assign(row, await ownerValues(work, model, row, before), changedSystemValues(work, before));
    stored = await updateRow({ ...work, transition: key }, model, before, row);
    await followMaster(work, model, before, row);
  }
  const others = posts.filter((post) => !givesInto(post));
  await runPosts(work, others, { ...scope, ...first.named, row: { ...complete, ...row } }, complete);
  return finish(work, model, row, context, stored);
}

/** Sub-rows that the transition's expressions read, or that a post goes through one by one. */
async function relationsFor(work: Work, model: ResolvedModel, transition: Transition, row: Row): Promise<Row> {
  const posts = transition.post ?? [];
  const texts = [JSON.stringify([transition.read, transition.guards, transition.set, transition.ask, posts])];
  const found: Draft = {};
  for (const child of childTables(work, model)) {
    const isEach = posts.some((post) => "forEach" in post && post.forEach === child.name);
    if (isEach || mentions(texts, child.name)) found[child.name] = await loadSubRows(work, child, String(row.id));
  }
  return found;
}

/** The answers to the transition's questions, checked like a form of their own. */
export async function readAnswers(
  work: Work,
  model: ResolvedModel,
  transition: Transition,
  row: Row,
  body: Row,
): Promise<Row> {
  const ask = askModel(model, transition);
  if (ask.fields.size === 0) return {};
  const askable = [...ask.fields.values()].filter((field) => !field.snapshot).map(({ name }) => name);
  const sent: Draft = Object.fromEntries(
    askable.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  );
  await takeSnapshots(work, ask, sent, undefined, new Set(askable));
  const rules = createRecordRules(ask, () => undefined, { roots: ["form"] });
  const context = { ...(await recordContext(work, ask, "add")), row };
  const { row: answers, errors } = rules.apply(sent, context);
  refuseErrors(ask, errors);
  throwFieldErrors({
    ...(await referenceErrors(work, ask, answers, row)),
    ...(await fileErrors(work, ask, answers, row)),
  });
  return Object.fromEntries([...ask.fields.keys()].map((name) => [name, answers[name] ?? null]));
}

/** The questions as a model: fields of the row with what the transition changes about them, and fields of its own. */
function askModel(model: ResolvedModel, transition: Transition): ResolvedModel {
  const fields = Object.entries(transition.ask ?? {}).flatMap(([name, stated]): [string, ResolvedField][] => {
    if ("type" in stated) return [[name, resolveAsked(model, name, stated)]];
    const own = model.fields.get(name);
    if (!own) return [];
    const { title = own.title, required = own.required, rules = own.rules, default: initial = undefined } = stated;
    // What the row holds now is no answer: the defaults of the model do not apply.
    return [
      [name, { ...own, title, required, rules, default: initial, readOnly: false, value: undefined, when: undefined }],
    ];
  });
  return { ...model, fields: new Map(fields), relations: {}, rules: [], indexes: [] };
}

function resolveAsked(model: ResolvedModel, name: string, field: Field): ResolvedField {
  const document = {
    schemaVersion: 1,
    id: model.id,
    title: model.title,
    table: model.table,
    base: model.base,
  } as const;
  const resolved = resolveModel(
    { ...document, permissionPrefix: model.permissionPrefix, fields: { [name]: field } },
    () => undefined,
  ).fields.get(name);
  if (!resolved) throw new Error(`ask field ${name} of ${model.id}`);
  return resolved;
}
