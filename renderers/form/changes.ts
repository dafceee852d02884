import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";

/** Empty text, null and absent are one nothing; rows are the same when their values are. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return isSameRows(a, b);
  return Object.is(a, b) || String(a) === String(b);
}

function isSameRows(a: readonly Row[], b: readonly Row[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((row, index) => {
    const other = b[index] ?? {};
    if (row === other) return true;
    const names = new Set([...Object.keys(row), ...Object.keys(other)]);
    return [...names].every((name) => name.endsWith("_dictText") || isSame(row[name], other[name]));
  });
}

/**
 * Rows of a relation as a save sends them: every writable field, emptied ones as null, id and version of stored rows.
 * Their place goes into the order field, from 1.
 */
export function rowsToSend(model: ResolvedModel, rows: readonly Row[], orderField: string | undefined): readonly Row[] {
  const names = writableNames(model).filter((name) => name !== orderField);
  return rows.map((row, index) => ({
    ...(isEmpty(row.id) ? {} : { id: row.id, ...(isEmpty(row.version) ? {} : { version: row.version }) }),
    ...Object.fromEntries(
      names.flatMap((name) => {
        if (!isEmpty(row[name])) return [[name, row[name]]];
        return isEmpty(row.id) || !(name in row) ? [] : [[name, null]];
      }),
    ),
    ...(orderField === undefined ? {} : { [orderField]: index + 1 }),
  }));
}

/** What a save says of the rows of a relation; what it does not name stays as it is. */
export interface RowChanges {
  /** New rows, with an id that only this call knows them by, and the changed values of stored ones. */
  readonly rows: readonly Row[];
  readonly deleteIds: readonly unknown[];
  /** Ids in their order, when rows have moved or new ones stand between others. */
  readonly order?: readonly unknown[];
}

/**
 * What differs between the rows of a relation as they were read and as they stand now.
 *
 * @param orderField field that holds a row's place; undefined = rows have none
 */
export function rowChanges(
  model: ResolvedModel,
  opened: readonly Row[],
  rows: readonly Row[],
  orderField: string | undefined,
): RowChanges {
  const before = new Map(opened.map((row) => [row.id, row]));
  const keyed = rows.map((row, index) => (isEmpty(row.id) ? { ...row, id: `new-${index + 1}` } : row));
  const changed = keyed.flatMap((row): readonly Row[] => {
    const was = before.get(row.id);
    const all = Object.entries(was ? changedValues(model, was, row) : addedValues(model, row));
    const values = Object.fromEntries(all.filter(([name]) => name !== orderField));
    if (was && Object.keys(values).length === 0) return [];
    return [{ id: row.id, ...(isEmpty(row.version) ? {} : { version: row.version }), ...values }];
  });
  const ids = keyed.map(({ id }) => id);
  const kept = new Set(ids);
  const asBefore = [...opened.map(({ id }) => id).filter((id) => kept.has(id)), ...ids.filter((id) => !before.has(id))];
  const isMoved = orderField !== undefined && asBefore.some((id, index) => id !== ids[index]);
  return {
    rows: changed,
    deleteIds: opened.map(({ id }) => id).filter((id) => !kept.has(id)),
    ...(isMoved ? { order: ids } : {}),
  };
}

/** Fields that a person may write. What the server computes or fills is never sent. */
function writableNames(model: ResolvedModel): string[] {
  return [...model.fields.values()].filter((field) => !field.readOnly && !field.system).map((field) => field.name);
}

/** What an added row sends: every writable field that holds something. */
export function addedValues(model: ResolvedModel, row: Row): Row {
  return Object.fromEntries(writableNames(model).flatMap((name) => (isEmpty(row[name]) ? [] : [[name, row[name]]])));
}

/** What an edit sends: only the fields that differ from the row as it was opened; emptied ones as null. */
export function changedValues(model: ResolvedModel, opened: Row, row: Row): Row {
  return Object.fromEntries(
    writableNames(model).flatMap((name) => {
      if (isSame(opened[name], row[name])) return [];
      return [[name, isEmpty(row[name]) ? null : row[name]]];
    }),
  );
}

export interface FieldConflict {
  readonly name: string;
  readonly title: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** False: only the other person changed it, and saving mine leaves it as it is now. */
  readonly changedByMe: boolean;
}

/** The fields in which the form and the row as it is now differ, in the model's order. */
export function conflicts(model: ResolvedModel, opened: Row, mine: Row, theirs: Row): readonly FieldConflict[] {
  return [...model.fields.values()].flatMap((field) => {
    const { name, title } = field;
    if (field.system || isSame(mine[name], theirs[name])) return [];
    const changedByMe = !field.readOnly && !isSame(opened[name], mine[name]);
    if (!changedByMe && isSame(opened[name], theirs[name])) return [];
    return [{ name, title, mine: mine[name], theirs: theirs[name], changedByMe }];
  });
}

/** A copy starts with the values of a row, not with its identity. */
export function withoutIdentity(row: Row): Row {
  const { id: _id, version: _version, createBy: _by, createTime: _time, ...values } = row;
  return values;
}
