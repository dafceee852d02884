import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenApiDocument } from "../../server/models/openapi/openapi-document.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

type Node = Readonly<Record<string, unknown>>;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const permissions = ["member:member:list", "system:api-key:list", "system:api-key:add", "system:api-key:edit"];
  await addUser(server, { username: "reader", permissions: [...permissions, "member:member:add"] });
});
afterAll(() => server.close());

const readAs = async (username: string): Promise<OpenApiDocument> =>
  JSON.parse((await (await server.as(username)).get("/sys/openapi.json")).text);

/** Parts of the 3.1 specification that a document of ours could break. */
const specification = {
  type: "object",
  required: ["openapi", "info", "paths", "components"],
  properties: {
    openapi: { const: "3.1.0" },
    info: { type: "object", required: ["title", "version"] },
    servers: { type: "array", items: { type: "object", required: ["url"] } },
    tags: { type: "array", items: { type: "object", required: ["name"] } },
    paths: {
      type: "object",
      propertyNames: { pattern: "^/" },
      additionalProperties: {
        type: "object",
        propertyNames: { enum: ["get", "post", "put", "delete"] },
        additionalProperties: { $ref: "#/$defs/operation" },
      },
    },
    components: {
      type: "object",
      additionalProperties: { type: "object", propertyNames: { pattern: "^[a-zA-Z0-9._-]+$" } },
    },
  },
  $defs: {
    operation: {
      type: "object",
      required: ["operationId", "responses"],
      properties: {
        operationId: { type: "string", pattern: "^[A-Za-z0-9]+$" },
        parameters: {
          type: "array",
          items: {
            type: "object",
            required: ["name", "in", "schema"],
            properties: { in: { enum: ["query", "path", "header"] } },
            anyOf: [{ properties: { in: { const: "query" } } }, { properties: { required: { const: true } } }],
          },
        },
        requestBody: { type: "object", required: ["content"] },
        responses: { type: "object", minProperties: 1, propertyNames: { pattern: "^(default|[1-5](\\d\\d|XX))$" } },
      },
    },
  },
};

const operationsOf = (api: OpenApiDocument) =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, path, operation })),
  );

it("the administrator's document keeps to OpenAPI 3.1: structure, references, names, schemas", async () => {
  const api = await readAs("admin");
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile(specification);
  expect(validate(api), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  const operations = operationsOf(api);
  expect(operations.length).toBeGreaterThan(200);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations) {
    const inPath = ((operation.parameters ?? []) as Node[]).filter((one) => one.in === "path").map(({ name }) => name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place]) => String(place));
  const missing = references.filter(
    (place) => place.split("/").reduce<unknown>((node, key) => (node as Node | undefined)?.[key], api) === undefined,
  );
  expect(missing).toEqual([]);
  for (const schema of Object.values(api.components.schemas ?? {})) expect(ajv.validateSchema(schema)).toBe(true);
});

it("a reader is told of the calls that they may make and of no other", async () => {
  const calls = operationsOf(await readAs("reader")).map(({ call }) => call);
  expect(calls).toEqual(expect.arrayContaining(["get /member/member/list", "post /member/member/add"]));
  expect(calls).not.toEqual(expect.arrayContaining(["put /member/member/edit"]));
  expect(calls.some((call) => call.includes("/store/store/"))).toBe(false);
});

it("a field that the reader may not see is not described", async () => {
  const fieldsFor = async (username: string) => {
    const schema = (await readAs(username)).components.schemas?.["member.member"];
    return Object.keys((schema?.properties ?? {}) as Node);
  };
  expect(await fieldsFor("admin")).toContain("idNo");
  expect(await fieldsFor("reader")).toContain("mobile");
  expect(await fieldsFor("reader")).not.toContain("idNo");
});

it("a key reads the document of its own scope", async () => {
  const reader = await server.as("reader");
  const body = { name: "读", tables: "member/member", access: "read", expiresAt: "2099-01-01 00:00:00", perMinute: 60 };
  const { id } = (await reader.post<{ id: string }>("/sys/apiKey/add", body)).result;
  const { key } = (await reader.post<{ key: string }>("/sys/apiKey/issue", { id })).result;
  const answer = await server.anonymous.get("/sys/openapi.json", { headers: { "x-api-key": key } });
  const calls = operationsOf(JSON.parse(answer.text)).map(({ call }) => call);
  expect(calls).toEqual(expect.arrayContaining(["get /member/member/list"]));
  // Nothing that writes, and nothing of a table that the key does not name.
  expect(calls.filter((call) => !call.startsWith("get "))).toEqual([]);
  expect(calls.filter((call) => call.endsWith("/list"))).toEqual(["get /member/member/list"]);
  expect((await server.anonymous.get("/sys/openapi.json")).status).toBe(401);
});
