import type { Row } from "../../runtime/model/resolved-model.ts";
import type { EngineParts, Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";

/** Who made the row and when, for a new one; always from the session. */
export function newSystemValues(
  work: Pick<Work, "caller" | "now"> & { readonly parts: Pick<EngineParts, "newId"> },
): Draft {
  return {
    id: work.parts.newId(),
    version: 1,
    createBy: work.caller.username,
    createTime: work.now,
    updateBy: null,
    updateTime: null,
    tenantId: work.caller.tenantId,
  };
}

export function changedSystemValues(work: Work, before: Row): Draft {
  return { version: Number(before.version ?? 0) + 1, updateBy: work.caller.username, updateTime: work.now };
}
