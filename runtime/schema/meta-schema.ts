/** A JSON Schema fragment (draft-07) as far as our meta-schemas use the vocabulary. */
export interface MetaSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly MetaSchema[];
  readonly if?: MetaSchema;
  readonly then?: MetaSchema;
  readonly else?: MetaSchema;
  readonly properties?: Readonly<Record<string, MetaSchema>>;
  readonly additionalProperties?: boolean | MetaSchema;
  readonly propertyNames?: MetaSchema;
  readonly required?: readonly string[];
  readonly items?: MetaSchema;
  readonly pattern?: string;
  readonly description?: string;
  readonly title?: string;
  readonly discriminator?: { readonly propertyName: string };
  readonly $defs?: Readonly<Record<string, MetaSchema>>;
}
