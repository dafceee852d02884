import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";

/** The texts of documents in another language, as one map; empty for a language that nobody wrote. */
export const routes: RouteModule = (api, context) => {
  api.get<{ Params: { locale: string } }>(
    "/lowcode/texts/:locale",
    { config: { permission: "session" } },
    async (request) => ok(Object.fromEntries(context.documents.current.texts.get(request.params.locale) ?? [])),
  );
};
