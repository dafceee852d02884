import type { Diagnostic } from "../schema/diagnostic.ts";
import type { CheckedDocuments } from "./check-documents.ts";

/** LC2017: screens without a test beside them. The console does not mind; who keeps the documents does. */
export function untestedScreens({
  screens,
  tests,
  broken,
}: Pick<CheckedDocuments, "screens" | "tests" | "broken">): readonly Diagnostic[] {
  // One that has errors is there all the same.
  const beside = [...broken.values()].flat().map(({ file }) => file.replace(/\.screen\.test\.json$/, ""));
  const tested = new Set([...[...tests.values()].map(({ screen }) => screen), ...beside]);
  return (
    [...screens]
      // What is written in React is tested where it is written.
      .filter(([id, screen]) => !tested.has(id) && !("component" in screen && screen.component !== undefined))
      .map(([id]) => ({
        code: "LC2017",
        severity: "warning" as const,
        file: `${id}.screen.json`,
        path: "",
        line: 1,
        column: 1,
        message: `页面没有测试，写一个 ${id.split("/").at(-1)}.screen.test.json`,
      }))
  );
}
