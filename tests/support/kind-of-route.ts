import { modelRoutes } from "../../server/models/model-calls.ts";
import { findSheetRoute, type SheetParts } from "../../server/models/sheet-routes.ts";
import type { TestServer } from "./test-server.ts";

interface Route {
  readonly method: string;
  readonly url: string;
}

/** What a route is one of: models share the code of their calls and of their files, every other route is its own kind. */
export function kindOfRoute({ context }: TestServer): (route: Route) => string {
  const models = [...context.engine.models.values()];
  const shared = new Map(
    models.flatMap((model) =>
      modelRoutes(model, context.engine).map(({ method, path }) => [
        `${method} /api${model.base}${path}`,
        `${method} ${path}`,
      ]),
    ),
  );
  const parts = context as unknown as SheetParts; // to find the routes, nothing is called
  return ({ method, url }) => {
    const isSheet = findSheetRoute(parts, method, url.replace(/^\/api/, "")) !== undefined;
    return shared.get(`${method} ${url}`) ?? `${method} ${isSheet ? url.split("/").at(-1) : url}`;
  };
}
