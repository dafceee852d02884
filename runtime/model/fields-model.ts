import type { Field } from "../schema/types.gen.ts";
import { resolveModel } from "./resolve-model.ts";
import type { ResolvedModel } from "./resolved-model.ts";

export interface FieldsOwner {
  readonly id: string;
  readonly title: string;
  readonly permissionPrefix: string;
  /** Address whose answer has the rows, for example `GET /sys/online/list`. */
  readonly list: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/**
 * Rows that no model describes because no table of ours holds them (sessions, requests, figures of the server), as a
 * model that can only be read.
 */
export function fieldsModel(owner: FieldsOwner): ResolvedModel {
  const { id, title, permissionPrefix, list, fields } = owner;
  const base = list.replace(/^[A-Z]+\s+/, "").replace(/\/list$/, "");
  const document = {
    schemaVersion: 1,
    id,
    title,
    table: "none",
    base,
    permissionPrefix,
    fields,
    writable: false,
  } as const;
  return { ...resolveModel(document, () => undefined), log: false };
}
