/** One call of the OpenAPI document, as the page lists it. */
export interface Operation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** A body to start from; undefined for a call without one. */
  readonly body: string | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface WireOperation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** What the page reads of the document. */
export interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WireOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The calls of one table, in the order of the document. */
export function operationsOf(api: ApiDocument, tag: string): readonly Operation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, one]) => one.tags.includes(tag))
      .map(([method, one]) => ({
        key: `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        summary: one.summary,
        parameters: one.parameters ?? [],
        body: bodyOf(api, one),
      })),
  );
}

/** The writable fields of the row, empty. */
function bodyOf(api: ApiDocument, { requestBody }: WireOperation): string | undefined {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!schema) return undefined;
  const named = schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
  const writable = Object.entries(named?.properties ?? {}).filter(([, { readOnly }]) => !readOnly);
  return JSON.stringify(Object.fromEntries(writable.map(([name]) => [name, null])), null, 2);
}

/** Path and query of a call with what was typed; what is empty is left out. */
export function addressOf({ path, parameters }: Operation, typed: Readonly<Record<string, string>>) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typed[name] ?? ""));
  const query = parameters.filter((one) => one.in === "query" && typed[one.name]);
  return { url, params: Object.fromEntries(query.map(({ name }) => [name, typed[name]])) };
}
