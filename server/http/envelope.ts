import type { Envelope } from "../../runtime/wire/envelope.ts";

/** A successful answer; every handler returns one of these or throws an AppError. */
export function ok<Result>(result: Result, message = "操作成功！"): Envelope<Result> {
  return { success: true, code: 200, message, result, timestamp: Date.now() };
}
