import { expect, it } from "vitest";
import { resolveModel } from "../model/resolve-model.ts";
import { raiseSums } from "./rising-sums.ts";

const rollup = { model: "shop/person", foreignKey: "leaderId", op: "sum" } as const;
const model = resolveModel(
  {
    schemaVersion: 1,
    id: "shop/person",
    title: "人",
    table: "person",
    base: "/shop/person",
    permissionPrefix: "shop:person",
    fields: {
      leaderId: { type: "string", title: "上级" },
      own: { type: "money", title: "本人" },
      team: { type: "integer", title: "团队人数", rollup: { ...rollup, field: "size" } },
      size: { type: "integer", title: "连本人", value: "{{ row.team + 1 }}" },
      below: { type: "money", title: "团队消费", rollup: { ...rollup, field: "total" } },
      total: { type: "money", title: "连本人", value: "{{ row.own + row.below }}" },
    },
  },
  () => undefined,
);

const person = (id: string, leaderId: string | null, own: number) => ({ id, leaderId, own });

it("a sum of what rows compute from their own sum rises to the root, in whatever order the rows come", () => {
  const rows: Record<string, unknown>[] = [
    person("d", "c", 0.2),
    person("a", null, 5),
    person("c", "b", 0.1),
    person("b", "a", 10),
    person("e", "a", 3),
    person("f", "gone", 1),
  ];
  raiseSums(model, rows, "2026-03-01 10:00:00");
  const figures = Object.fromEntries(rows.map(({ id, team, size, below, total }) => [id, [team, size, below, total]]));
  expect(figures).toEqual({
    a: [4, 5, 13.3, 18.3],
    b: [2, 3, 0.3, 10.3],
    c: [1, 2, 0.2, 0.3],
    d: [0, 1, 0, 0.2],
    e: [0, 1, 0, 3],
    f: [0, 1, 0, 1],
  });
});

it("rows that name each other in a ring end", () => {
  const rows: Record<string, unknown>[] = [person("a", "b", 1), person("b", "a", 1)];
  raiseSums(model, rows, "2026-03-01 10:00:00");
  expect(rows.map(({ team }) => team).sort()).toEqual([1, 2]);
});
