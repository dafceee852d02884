import type { Texts } from "../../runtime/language/language.ts";
import type { chineseOperations } from "./operations.ts";

export const englishOperations: Texts<typeof chineseOperations> = {
  versions: {
    older: "Older version",
    newer: "Newer version",
    option: (version, time, name) => `Version ${version} · ${time} · ${name}`,
    current: "current",
    onlyDifferent: "Only fields that differ",
    field: "Field",
    column: (version) => `Version ${version}`,
    same: "The two versions are the same.",
    one: "There is only one version, so nothing to compare.",
    deleted: "deleted",
    gone: "This record was deleted and cannot go back to an older version.",
    restore: (version) => `Restore version ${version}`,
    restoreTitle: (version) => `Restore version ${version}`,
    restoreText: (count) =>
      `${count === 1 ? "1 field goes" : `${count} fields go`} back to the older values, recorded as a new change.`,
    differences: (count, all) => `${count} of ${all} fields differ`,
    empty: "—",
    close: "Close",
    retry: "Try again",
    loading: "Loading",
  },
};
