import { expect, it } from "vitest";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { growingColumns } from "./table-layout.ts";

const column = (name: string, width: number, more: Partial<ColumnPlan> = {}) =>
  ({ name, title: name, width, grows: false, fixed: undefined, ...more }) as ColumnPlan;
const growing = (...columns: ColumnPlan[]) => [...growingColumns(columns)];

it("columns of about one width share the room that is left, narrow and pinned ones keep theirs", () => {
  const columns = [
    column("name", 200, { fixed: "left" }),
    column("on", 60),
    column("n", 110),
    column("a", 140),
    column("b", 140),
  ];
  expect(growing(...columns)).toEqual(["n", "a", "b"]);
});

it("a column that the document lets grow grows alone", () => {
  expect(growing(column("a", 140), column("text", 100, { grows: true }))).toEqual(["text"]);
});
