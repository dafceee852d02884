import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { openApiDocument } from "../models/openapi/openapi-document.ts";

/** The description of the API for the caller's own rights: OpenAPI 3.1 as it is, without an envelope, for tools. */
export const routes: RouteModule = (api, { engine, config, settings }) => {
  const open = { permission: "session", apiKey: true, rateLimit: { max: 60, timeWindow: "1 minute" } } as const;
  api.get("/sys/openapi.json", { config: open }, async (request) => {
    const { productName } = await settings.current();
    return openApiDocument({ engine, caller: callerOf(request), title: productName, contextPath: config.contextPath });
  });
};
