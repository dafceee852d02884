import type { RouteModule } from "../context.ts";
import { allFindings, findingsPermission } from "../documents/findings.ts";
import { ok } from "../http/envelope.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** What is wrong with the documents in force, for operators: errors first, narrowed by level, file and reason. */
export const routes: RouteModule = (api, { documents }) => {
  api.get<{ Querystring: Query }>(
    "/lowcode/findings/list",
    { config: { permission: findingsPermission, platform: true } },
    async ({ query }) => {
      const plain = (name: string) => (query[name] ?? "").replaceAll("*", "");
      const levels = plain("severity").split(",").filter(Boolean);
      const matching = allFindings(documents.current).filter(
        ({ severity, file, message, code }) =>
          (levels.length === 0 || levels.includes(severity)) &&
          file.includes(plain("file")) &&
          `${code} ${message}`.includes(plain("message")),
      );
      const size = Math.min(200, Math.max(1, Number(query.pageSize) || 10));
      const current = Math.max(1, Number(query.pageNo) || 1);
      const records = matching
        .slice((current - 1) * size, current * size)
        .map(({ severity, code, file, line, column, message, suggestion }, index) => ({
          id: `${current}-${index}`,
          severity,
          code,
          file,
          place: `${line}:${column}`,
          message,
          suggestion: suggestion ?? null,
        }));
      return ok({ records, total: matching.length, size, current, pages: Math.ceil(matching.length / size) });
    },
  );
};
