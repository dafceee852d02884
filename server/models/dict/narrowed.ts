import { modelAccess } from "../../../runtime/permission/field-access.ts";
import { always, type Condition, every } from "../../../runtime/query/condition.ts";
import { typedValue } from "../../../runtime/query/typed-value.ts";
import type { Caller } from "../../auth/caller.ts";
import { AppError } from "../../http/errors.ts";
import type { TableDict } from "./table-dictionaries.ts";

const maxLength = 2_000;

/**
 * To which rows of a table dictionary a control narrows its search: `{"storeId":["1", null]}` means rows of store 1 and
 * rows of none. Only fields that hold a dictionary value, and that the caller sees in plain, may be asked about: others
 * could be found out by trying.
 *
 * @throws AppError INVALID for anything else
 */
export function narrowedCondition(dict: TableDict, text: string | undefined, caller: Caller): Condition {
  if (text === undefined || text === "") return always;
  const access = modelAccess(dict.model, caller);
  return every(
    ...Object.entries(readWhere(text)).map(([name, stated]): Condition => {
      const field = dict.model.fields.get(name);
      const seen = access.get(name);
      if (!field?.dict || !seen?.visible || seen.mask !== undefined) throw refused();
      const values = (Array.isArray(stated) ? stated : [stated]) as readonly unknown[];
      const bound = values.flatMap((value) =>
        value === null || value === "" ? [] : (typedValue(field, String(value)) ?? []),
      );
      return {
        kind: "some",
        of: [
          ...(bound.length > 0 ? [{ kind: "in", field: name, values: bound, negate: false } as const] : []),
          ...(values.includes(null) ? [{ kind: "empty", field: name, negate: false } as const] : []),
        ],
      };
    }),
  );
}

function readWhere(text: string): Readonly<Record<string, unknown>> {
  try {
    const where: unknown = text.length > maxLength ? undefined : JSON.parse(text);
    if (typeof where === "object" && where !== null && !Array.isArray(where)) return { ...where };
  } catch {
    // Refused below, as any other text that is no condition.
  }
  throw refused();
}

const refused = () => new AppError("INVALID", { details: { reason: "高级查询条件格式不正确" } });
