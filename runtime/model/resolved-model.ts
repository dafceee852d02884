import type {
  Cell,
  Dict,
  Editor,
  Field,
  FieldPermission,
  FormRule,
  GroupRule,
  ModelDocument,
  Rule,
} from "../schema/types.gen.ts";

export type Row = Readonly<Record<string, unknown>>;
export type FieldType = Field["type"];

/** A dictionary by code, or the rows of a model used as one (a "table dictionary"). */
export type ResolvedDict =
  | { readonly kind: "code"; readonly code: string }
  | {
      readonly kind: "model";
      readonly model: string;
      readonly text: string;
      readonly value: string;
      readonly where: Row;
    };

/** A field with every default filled in. Expressions stay texts (`{{ … }}`); `compileExpression` caches them. */
export interface ResolvedField {
  /** Wire name (camelCase, or the column itself for online forms). */
  readonly name: string;
  /** Column name in the table, snake_case unless the document says otherwise. */
  readonly column: string;
  /** Name before the field was renamed: its column is renamed with it, so the data stays. */
  readonly renamedFrom: string | undefined;
  readonly type: FieldType;
  readonly title: string;
  readonly tip: string | undefined;
  readonly requiredMessage: string | undefined;
  /** Characters; only for `string` (default 100) and `text` (undefined = 20,000). */
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Decimal places: money 2, percent 2, number as declared (default 2), integer 0; undefined for other types. */
  readonly scale: number | undefined;
  readonly required: boolean | string;
  readonly when: string | undefined;
  readonly default: unknown;
  readonly readOnly: boolean;
  /** While it holds, before and after an edit, the stored value stays. */
  readonly locked?: string | undefined;
  readonly hidden: boolean;
  readonly unique: boolean;
  /** Values that differ in letter case only count as the same one. */
  readonly ignoresCase: boolean;
  readonly index: boolean;
  readonly search: boolean;
  /** The field whose pinyin this column keeps; written by the server beside it, never sent. */
  readonly pinyinOf?: string | undefined;
  /** False: rows are not found, sorted or summed by it, whoever asks. */
  readonly queryable: boolean;
  /** Comma-joined list of values. */
  readonly multiple: boolean;
  /** How many values at least and at most; only where `multiple`. */
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly dict: ResolvedDict | undefined;
  /** What happens to this row when the row that the field names by id is deleted; nothing = it is left alone. */
  readonly onDelete: Field["onDelete"];
  /** The values of the dictionary that may be chosen now, as a list; nothing = all of them. */
  readonly choices?: string | undefined;
  readonly rules: readonly Rule[];
  readonly fill: string | undefined;
  readonly value: string | undefined;
  readonly snapshot: Field["snapshot"];
  readonly rollup: Field["rollup"];
  readonly permission: FieldPermission;
  readonly widget: Editor | undefined;
  readonly cell: Cell | undefined;
  /** One of the row columns that every model has (`systemFields`); not declared in the document. */
  readonly system: boolean;
}

export interface SortKey {
  readonly field: string;
  readonly order: "asc" | "desc";
}

export interface ResolvedIndex {
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly message: string | undefined;
}

export type Relation = NonNullable<ModelDocument["relations"]>[string];

/** A relation to the rows below one row, in a table of their own. */
export type ChildRelation = Exclude<Relation, { readonly kind: "tree" }>;

/**
 * Whether the rows are parts of their master: entered, computed, checked, saved and deleted with it. Rows that keep it
 * from being deleted (`restrict`), or whose own field says what its deletion does (`by-field`), only point at it: they
 * have a life, a page and permissions of their own.
 */
export const isPart = (relation: Relation): boolean =>
  relation.kind !== "tree" && (relation.onDelete ?? "cascade") === "cascade";

/** Whose tenant a row belongs to. */
export type TenantScope =
  /** To the installation: every tenant reads it, sessions of the default tenant change it. */
  | { readonly kind: "platform" }
  /** To the tenant that `tenantId` names. */
  | {
      readonly kind: "own";
      /** Every tenant reads the rows of the default tenant too. */
      readonly isShared: boolean;
      /** The administrator of the default tenant reaches the rows of all tenants. */
      readonly isSupervised: boolean;
    }
  /** To each tenant in a comma list; an empty list is the default tenant. */
  | { readonly kind: "members"; readonly field: string; readonly isSupervised: boolean }
  /** To the tenant of the row that the field names; of several, to a tenant to which each of them belongs. */
  | { readonly kind: "through"; readonly links: readonly { readonly field: string; readonly model: string }[] };

export interface ResolvedModel {
  readonly id: string;
  readonly title: string;
  readonly table: string;
  /** The model that keeps the table; this one only shows its rows another way. */
  readonly of: string | undefined;
  /** API path below the context path, for example `/member/member`. */
  readonly base: string;
  readonly permissionPrefix: string;
  readonly writable: boolean;
  readonly titleField: string;
  /** What is said where a row keeps this one from being deleted; names the row by default. */
  readonly restrictMessage: string | undefined;
  /** What its calls answer after a write. */
  readonly messages: Readonly<Record<"add" | "edit" | "delete" | "deleteBatch", string>>;
  /** How controls that refer to a row find it, beside its words, and tell it from its namesakes. */
  readonly reference: { readonly search: readonly string[]; readonly subtitle: readonly string[] };
  /** Declared fields in document order, then the system fields. */
  /** Values that forms send beside the row and a hook reads (`password`, roles of a user); never stored with it. */
  readonly extra: ReadonlyMap<string, ResolvedField>;
  readonly fields: ReadonlyMap<string, ResolvedField>;
  readonly relations: Readonly<Record<string, Relation>>;
  readonly indexes: readonly ResolvedIndex[];
  readonly sort: readonly SortKey[];
  readonly scope: {
    readonly depart: boolean | string;
    readonly tenant: TenantScope;
    readonly owner: boolean | string;
    /** Rows tell about rows of other models: seen by who may see those. Field of the table, field of the id. */
    readonly about: { readonly table: string; readonly id: string } | undefined;
  };
  /** The models it was resolved beside, by id: those that its scope names are among them. */
  readonly beside: () => ReadonlyMap<string, ResolvedModel>;
  readonly states: ModelDocument["states"];
  /** Rows of this model that are made from others, by key. */
  readonly generate: ModelDocument["generate"];
  /** What adding a row writes into other models. */
  readonly onAdd: NonNullable<ModelDocument["onAdd"]>;
  readonly rules: readonly FormRule[];
  /** Rules over several rows; the server checks them when a call has done all it does. */
  readonly groupRules: readonly GroupRule[];
  /** Whether each change leaves a data-log row. */
  readonly log: boolean;
  /** Whether its details show who changed what, from the data log. */
  readonly timeline: boolean;
  /** Whether people may write beside its rows. */
  readonly comments: boolean;
  /** Rows whose day in `field` is more than `days` ago are removed by a job. */
  readonly keep: ModelDocument["keep"];
  readonly sample: ModelDocument["sample"];
}

export type { Dict };
