import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { DatabaseError, type DatabaseFailure } from "../db/database.ts";
import { AppError, type ErrorName, errorMessage, errorTable } from "./errors.ts";
import { routeOf } from "./late-routes.ts";

const nameByFailure: Record<DatabaseFailure, ErrorName> = {
  unique: "DUPLICATE",
  tooLong: "TOO_LONG",
  outOfRange: "OUT_OF_RANGE",
  timeout: "QUERY_TIMEOUT",
  busy: "BUSY",
  unavailable: "BUSY",
  diskFull: "STORAGE_FULL",
  serialization: "BUSY",
};

/** Refusals of the HTTP layer itself, by Fastify's own code. */
const nameByFastifyCode: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA",
  FST_REQ_FILE_TOO_LARGE: "TOO_LARGE",
  FST_FILES_LIMIT: "TOO_LARGE",
  FST_FIELDS_LIMIT: "TOO_LARGE",
  FST_PARTS_LIMIT: "TOO_LARGE",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "UPLOAD_BROKEN",
  FST_MP_PREMATURE_CLOSE: "UPLOAD_BROKEN",
};

/** Messages of the multipart reader, which gives its errors no code. */
const brokenMultipart = /^Multipart: |\bmultipart data$|^The needle cannot |^Unsupported Content-Type\.$/;

/** Of the host's file system, where a file is written and no database is asked. */
const nameByHostCode: Readonly<Record<string, ErrorName>> = {
  ENOSPC: "STORAGE_FULL",
  EDQUOT: "STORAGE_FULL",
  EROFS: "STORAGE_FULL",
};

/** What the database has no more when somebody changed a table between the reading of its definition and the statement. */
const nameBySqlState: Readonly<Record<string, ErrorName>> = {
  "42703": "TABLE_CHANGED",
  "42P01": "TABLE_CHANGED",
  "42804": "TABLE_CHANGED",
};

const retryAfterSeconds: Partial<Record<ErrorName, string>> = {
  BUSY: "2",
  QUERY_TIMEOUT: "2",
  STORAGE_FULL: "30",
  FILE_STORE_DOWN: "30",
};

/** Attempts to reach what is not one's own; each leaves a line in the log with user, route and request id. */
const watched: ReadonlySet<ErrorName> = new Set([
  "FORBIDDEN",
  "ACT_REFUSED",
  "RAISE_REFUSED",
  "TENANT_REFUSED",
  "LOGIN_LOCKED",
  "TOO_MANY",
]);

/** The only place where a throw becomes an answer. Inner texts go to the log, never on the wire. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error) ?? brokenOff(error, request);
    if (refusal) return sendRefusal(reply, request, refusal);
    request.log.error({ err: error }, "unexpected error");
    return sendRefusal(reply, request, new AppError("INTERNAL", { details: { requestId: request.id } }));
  });
}

/**
 * Answers paths that no route has: an unknown path, or a known one with another method.
 *
 * @param methods that its path has
 */
export function answerUnknown(methods: readonly string[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (methods.length === 0) return sendRefusal(reply, request, new AppError("PATH_NOT_FOUND"));
  reply.header("Allow", methods.join(", "));
  const details = { method: request.method, methods: methods.join("、") };
  return sendRefusal(reply, request, new AppError("METHOD_NOT_ALLOWED", { details }));
}

function toRefusal(error: FastifyError | Error): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseError) return new AppError(nameByFailure[error.failure], { cause: error });
  const { code, statusCode } = error as Partial<FastifyError>;
  const name =
    code === undefined ? undefined : (nameByFastifyCode[code] ?? nameByHostCode[code] ?? nameBySqlState[code]);
  if (name) return new AppError(name, { cause: error });
  if (brokenMultipart.test(error.message)) return new AppError("UPLOAD_BROKEN", { cause: error });
  if (statusCode === 429) return new AppError("TOO_MANY", { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError("BAD_REQUEST", { cause: error });
  }
  return undefined;
}

/** The caller went away in the middle of what it sent: nobody hears an answer, and nothing is wrong here. */
function brokenOff(error: FastifyError, { raw }: FastifyRequest): AppError | undefined {
  const isGone = error.code === "ECONNRESET" && raw.destroyed && !raw.complete;
  return isGone ? new AppError("BAD_REQUEST", { cause: error }) : undefined;
}

function sendRefusal(reply: FastifyReply, request: FastifyRequest, refusal: AppError): FastifyReply {
  const { http, code } = errorTable[refusal.errorName];
  const retryAfter = retryAfterSeconds[refusal.errorName];
  if (retryAfter) reply.header("Retry-After", retryAfter);
  if (watched.has(refusal.errorName)) {
    const { method, ip } = request;
    const user = request.signedIn?.caller.username;
    request.log.warn({ refusal: refusal.errorName, user, method, route: routeOf(request), ip }, "refused");
  }
  // A table that nobody changed lacks a column only where the product is wrong.
  const level = refusal.errorName === "TABLE_CHANGED" ? "error" : "info";
  if (refusal.cause) request.log[level]({ refusal: refusal.errorName, err: refusal.cause }, "refused");
  const envelope: Envelope = {
    success: false,
    code,
    message: errorMessage(refusal.errorName, refusal.details),
    result: refusal.result ?? null,
    timestamp: Date.now(),
  };
  return reply.code(http).type("application/json; charset=utf-8").send(envelope);
}
