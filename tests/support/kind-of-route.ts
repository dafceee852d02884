import { modelRoutes } from "../../server/models/model-calls.ts";
import { type SheetParts, sheetRoutes } from "../../server/models/sheet-routes.ts";
import type { TestServer } from "./test-server.ts";

interface Route {
  readonly method: string;
  readonly url: string;
}

/** What a route is one of: models share the code of their calls and of their files, every other route is its own kind. */
export function kindOfRoute({ context }: TestServer): (route: Route) => string {
  const models = [...context.engine.models.values()];
  const parts = context as unknown as SheetParts; // to name the routes, nothing is called
  const shared = new Map(
    models.flatMap((model) =>
      [...modelRoutes(model, context.engine), ...sheetRoutes(model, models, parts)].map(({ method, path }) => [
        `${method} /api${model.base}${path}`,
        `${method} ${path}`,
      ]),
    ),
  );
  return ({ method, url }) => shared.get(`${method} ${url}`) ?? `${method} ${url}`;
}
