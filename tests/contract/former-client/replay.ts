import { multipartBody } from "../../support/multipart.ts";
import type { Answer, TestServer } from "../../support/test-server.ts";
import type { FieldKind, Kind, RecordedCall } from "./recorded.ts";

type Kept = Map<string, unknown>;

const isKind: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  scalar: (value) => typeof value === "string" || typeof value === "number",
};

const segment = /\[([^\]]*)\]|\{\}|[^.[\]{}]+/g;

/** Every value at a path. `[]` and `{}` fan out; `undefined` stands for what is not there. */
function valuesAt(source: unknown, path: string): unknown[] {
  let values: unknown[] = [source];
  for (const [text] of path.matchAll(segment)) values = values.flatMap((value) => step(value, text));
  return values;
}

function step(value: unknown, text: string): unknown[] {
  if (value === null || value === undefined) return [undefined];
  if (text === "{}") return Object.values(value);
  if (!text.startsWith("[")) return [(value as Readonly<Record<string, unknown>>)[text]];
  if (!Array.isArray(value)) return [undefined];
  const inner = text.slice(1, -1);
  if (inner === "") return value;
  const [field = "", wanted] = inner.split("=");
  if (wanted === undefined) return [value[Number(inner)]];
  return [value.find((one) => String((one as Readonly<Record<string, unknown>>)[field]) === wanted)];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

/** Why the client could not do with this field, or undefined. */
export function complaint(answer: unknown, path: string, kind: FieldKind): string | undefined {
  const values = valuesAt(answer, path);
  const fits = isKind[kind.replace(/[?-]$/, "") as Kind];
  const there = values.filter((value) => !isEmpty(value));
  const wrong = there.find((value) => !fits(value));
  if (wrong !== undefined) return `${path} should be ${kind}, is ${JSON.stringify(wrong)?.slice(0, 80)}`;
  if (kind.endsWith("-")) return undefined;
  if (there.length === 0) return `${path} should be ${kind}, is nowhere`;
  if (!kind.endsWith("?") && there.length < values.length) return `${path} should be ${kind}, is missing in a row`;
  return undefined;
}

function fill(value: unknown, kept: Kept): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, kept));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, kept)]));
  if (typeof value !== "string") return value;
  const whole = /^\{(\w+)\}$/.exec(value)?.[1];
  if (whole !== undefined) return known(kept, whole);
  return value.replace(/(?<![#$])\{(\w+)\}/g, (_, name: string) => String(known(kept, name)));
}

function known(kept: Kept, name: string): unknown {
  if (!kept.has(name)) throw new Error(`no earlier answer left «${name}»`);
  return kept.get(name);
}

/** The headers of that client: a token, its tenant and a signature; it says nothing of itself. */
const clientHeaders = (kept: Kept, { method, signedOut }: RecordedCall) => ({
  accept: "application/json, text/plain, */*",
  "tenant-id": "0",
  ...(signedOut || !kept.has("token") ? {} : { "x-access-token": String(kept.get("token")) }),
  ...(method === "GET" || method === "POST"
    ? { "x-sign": "D41D8CD98F00B204E9800998ECF8427E", "x-timestamp": "20210602120000" }
    : {}),
});

/** The whole form of a row: what the table answered, under what was typed. */
function bodyOf(call: RecordedCall, kept: Kept): unknown {
  if (call.row === undefined) return fill(call.body, kept);
  return { ...(known(kept, call.row) as object), ...(fill(call.body ?? {}, kept) as object) };
}

function uploadOf({ upload, body }: RecordedCall, kept: Kept) {
  if (!upload) return undefined;
  const { kept: name, text = "", base64 } = upload;
  const chosen = base64 === undefined ? text : Buffer.from(base64, "base64");
  const value = name === undefined ? chosen : (known(kept, name) as Buffer);
  const fields = Object.entries((body ?? {}) as Readonly<Record<string, string>>);
  return multipartBody([
    ...fields.map(([name, one]) => ({ name, value: one })),
    { name: upload.field, value, fileName: upload.name, type: "application/vnd.ms-excel" },
  ]);
}

async function send(server: TestServer, call: RecordedCall, kept: Kept): Promise<Answer> {
  const path = String(fill(call.path, kept));
  const query = fill(call.query ?? {}, kept) as Record<string, string>;
  // Against caches; the one address that is left to them goes without.
  if (call.method === "GET" && !path.includes("sys/dict/getDictItems")) query._t = "1622606400";
  const headers = clientHeaders(kept, call);
  const client = server.anonymous;
  const upload = uploadOf(call, kept);
  if (upload) {
    return client.post(path, upload.body, { query, headers: { ...headers, ...upload.options.headers } });
  }
  const options = { query, headers };
  if (call.method === "GET") return client.get(path, options);
  if (call.method === "DELETE") return client.delete(path, options);
  const body = bodyOf(call, kept);
  return call.method === "PUT" ? client.put(path, body, options) : client.post(path, body, options);
}

/** The client names what it saves `.xls`. */
const isSheet = (bytes: Buffer) => bytes.subarray(0, 4).toString("hex") === "d0cf11e0";

const envelope = { success: "boolean", code: "number", message: "string", timestamp: "number" } as const;

function outerComplaints(call: RecordedCall, answer: Answer): (string | undefined)[] {
  const kind = call.answer ?? "envelope";
  if (answer.status !== 200) return [`HTTP ${answer.status}: ${answer.message}`];
  if (kind === "raw") return [];
  if (kind === "file") return [isSheet(answer.bytes) ? undefined : `no .xls: ${answer.text.slice(0, 80)}`];
  const missing = Object.entries(envelope).map(([name, one]) => complaint(answer, name, one));
  const wanted = kind === "envelope";
  if (answer.success !== wanted) return [...missing, `success is ${answer.success}: ${answer.message}`];
  const goodCodes = [0, 200, 201];
  return wanted && !goodCodes.includes(answer.code) ? [...missing, `code is ${answer.code}`] : missing;
}

/** Sends one call as the client did; answers what it could not do with the answer. */
export async function replayCall(server: TestServer, call: RecordedCall, kept: Kept): Promise<readonly string[]> {
  const answer = await send(server, call, kept).catch((error: Error) => error);
  if (answer instanceof Error) return [answer.message];
  const source: unknown = call.answer === "raw" ? JSON.parse(answer.text) : answer;
  for (const [name, path] of Object.entries(call.keep ?? {})) {
    const value = path === "bytes" ? answer.bytes : valuesAt(source, String(fill(path, kept)))[0];
    if (value !== undefined) kept.set(name, value);
  }
  const fields = Object.entries(call.reads ?? {}).map(([path, kind]) => complaint(source, path, kind));
  return [...outerComplaints(call, answer), ...fields].filter((one) => one !== undefined);
}
