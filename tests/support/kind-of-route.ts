import { modelRoutes } from "../../server/models/model-calls.ts";
import type { TestServer } from "./test-server.ts";

/** What a route is one of: models share the code of their calls, every other route is a kind of its own. */
export function kindOfRoute({ context: { engine } }: TestServer): (route: { method: string; url: string }) => string {
  const shared = new Map(
    [...engine.models.values()].flatMap((model) =>
      modelRoutes(model, engine).map(({ method, path }) => [`${method} /api${model.base}${path}`, `${method} ${path}`]),
    ),
  );
  return ({ method, url }) => shared.get(`${method} ${url}`) ?? `${method} ${url}`;
}
