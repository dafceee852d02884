import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import { modelAccess } from "../../../runtime/permission/field-access.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Engine } from "../engine.ts";
import { type ModelRoute, modelRoutes } from "../model-calls.ts";
import { fieldSchema, type JsonSchema } from "./field-schema.ts";
import { operationWords } from "./operation-words.ts";

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

export interface OpenApiParts {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly title: string;
  readonly contextPath: string;
}

/**
 * OpenAPI 3.1 of the calls that models bring: only those that the caller may make, only the fields that they may see. A
 * key that reads is told of no call that writes.
 */
export function openApiDocument({ engine, caller, title, contextPath }: OpenApiParts): OpenApiDocument {
  const told = [...engine.models.values()]
    .map((model) => ({ model, routes: modelRoutes(model, engine).filter((route) => mayCall(caller, route)) }))
    .filter(({ routes }) => routes.length > 0);
  return {
    openapi: "3.1.0",
    info: { title, version: "1", description: "按当前身份的权限生成，只列出可以调用的接口和可以看到的字段。" },
    servers: [{ url: contextPath }],
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    tags: told.map(({ model }) => ({ name: model.id, description: model.title })),
    paths: pathsOf(told),
    components: {
      securitySchemes,
      responses: { Refused: refused },
      schemas: Object.fromEntries(told.flatMap(({ model }) => schemasOf(model, caller))),
    },
  };
}

interface Told {
  readonly model: ResolvedModel;
  readonly routes: readonly ModelRoute[];
}

/** What a key may do is decided by method there, so it is here. */
const mayCall = (caller: Caller, { method, permission }: ModelRoute): boolean =>
  decideAction(caller, permission).allowed && (caller.key?.mayWrite !== false || method === "GET");

const securitySchemes: Readonly<Record<string, JsonSchema>> = {
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: "接口密钥" },
  bearer: { type: "http", scheme: "bearer", description: "接口密钥" },
  session: { type: "apiKey", in: "header", name: "X-Access-Token", description: "登录得到的 token" },
};

const envelope = (result: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["success", "code", "message", "result", "timestamp"],
  properties: {
    success: { type: "boolean" },
    code: { type: "integer" },
    message: { type: "string" },
    result,
    timestamp: { type: "integer", description: "毫秒" },
  },
});
const json = (schema: JsonSchema): JsonSchema => ({ "application/json": { schema } });
const refused: JsonSchema = { description: "拒绝，原因在 message", content: json(envelope({})) };

function pathsOf(told: readonly Told[]): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const { model, routes } of told) {
    for (const route of routes) {
      const path = `${model.base}${route.path}`.replaceAll(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(model, route) };
    }
  }
  return paths;
}

function operationOf(model: ResolvedModel, route: ModelRoute): JsonSchema {
  const words = operationWords(model, route);
  const ref: JsonSchema = { $ref: `#/components/schemas/${nameOf(model)}` };
  const result: Readonly<Record<string, JsonSchema>> = {
    page: {
      type: "object",
      properties: {
        records: { type: "array", items: ref },
        ...Object.fromEntries(["total", "size", "current", "pages"].map((name) => [name, { type: "integer" }])),
      },
    },
    row: ref,
    rows: { type: "array", items: ref },
    none: {},
  };
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => text(String(name), "path", true));
  const inQuery = words.query.map(([name, needed]) => text(name, "query", needed));
  return {
    operationId: `${route.method.toLowerCase()}${`${model.base}${route.path}`.replaceAll(/\W+(\w)/g, (_, first: string) => first.toUpperCase())}`,
    summary: words.summary,
    tags: [model.id],
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(words.body
      ? { requestBody: { required: true, content: json(words.body === "row" ? ref : { type: "object" }) } }
      : {}),
    responses: {
      "200": {
        description: "成功，或 success 为 false 的业务拒绝",
        content: json(envelope(result[words.answer] ?? {})),
      },
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

const text = (name: string, place: "path" | "query", required: boolean): JsonSchema => ({
  name,
  in: place,
  required,
  schema: { type: "string" },
});

const nameOf = (model: ResolvedModel): string => model.id.replaceAll(/[^A-Za-z0-9._-]/g, ".");

function schemasOf(model: ResolvedModel, caller: Caller): [string, JsonSchema][] {
  const access = modelAccess(model, caller);
  const seen = [...model.fields.values()].filter(({ name }) => access.get(name)?.visible);
  const properties = Object.fromEntries(
    seen.map((field) => [
      field.name,
      { ...fieldSchema(field), ...(access.get(field.name)?.writable ? {} : { readOnly: true }) },
    ]),
  );
  return [[nameOf(model), { type: "object", title: model.title, properties }]];
}
