import type { FastifyInstance } from "fastify";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { keyInAddress } from "./api-keys.ts";
import { writeSignInLog } from "./sign-in-log.ts";

/** An address stands in logs, histories and proxies: a key there is refused wherever it stands, and the log names it. */
export function refuseKeysInAddresses(app: FastifyInstance, db: Database): void {
  app.addHook("onRequest", async (request) => {
    const prefix = keyInAddress(request.url);
    if (prefix === undefined) return;
    await writeSignInLog(db.kysely, request, {
      username: prefix,
      realname: "",
      text: `地址中出现接口密钥 ${prefix}，已拒绝`,
      refused: "API key in the address",
      address: "",
    });
    throw new AppError("API_KEY_IN_URL");
  });
}
