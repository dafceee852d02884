import { expect, it } from "vitest";
import { shippedDocuments } from "../../tests/support/test-server.ts";
import type { EngineParts } from "./engine-parts.ts";
import { loadHooks } from "./hooks.ts";
import { stagesOf } from "./post-stages.ts";
import type { Post } from "./posts.ts";

const { resolvedModels: models } = shippedDocuments();
const parts = { models, hooks: loadHooks() } as unknown as EngineParts;
const stages = (posts: readonly Post[]) =>
  stagesOf({ parts }, posts).map((stage) => {
    const each = stage.kind === "one" ? [stage.post] : stage.posts;
    return `${stage.kind}: ${each.map(({ model }) => model.split("/")[1]).join(", ")}`;
  });
const transition = (id: string, key: string) => models.get(id)?.states?.transitions[key]?.post ?? [];

it("what a registration reads is one stage, what it writes another", () => {
  expect(stages(models.get("member/member")?.onAdd ?? [])).toEqual([
    "find: member, store, settle-param",
    "insert: member-level-record, member-relation, member-relation, member-promotion",
  ]);
});

it("a find that reads what another one found comes after it; what is written unless it is there is written for itself", () => {
  expect(stages(transition("store/store-order", "complete"))).toEqual([
    "insert: send-point-record, salesman-business",
    "find: member, store, store-order-detail",
    "one: fomo-record",
    "find: member-level",
    "find: member-level",
    "insert: member-level-record",
    "one: member",
    "insert: send-record",
    "find: settle-param",
    "find: settle-param",
    "find: member",
    "find: member",
    "one: member-promotion",
    "one: member-promotion",
    "one: member-promotion",
  ]);
});

const points = { type: "insert", model: "settle/send-point-record", values: { memberId: "{{ row.id }}" } } as const;

it("a row that copies a sum which the one before it changes is written after it", () => {
  // The level history copies the gross amount, which sums up orders and not points.
  const insert = (model: string) => ({ type: "insert", model, values: {} }) as const;
  const [order, history] = [insert("store/store-order"), insert("member/member-level-record")];
  expect(stages([order, history])).toEqual(["insert: store-order", "insert: member-level-record"]);
  expect(stages([points, history])).toEqual(["insert: send-point-record, member-level-record"]);
});

it("a post for each row of a model whose sums change is done after that, as is one that goes through new rows", () => {
  const each = (model: string) =>
    ({ type: "insert", model: "settle/send-record", values: {}, forEach: { model, where: {} } }) as const;
  expect(stages([points, each("member/member")])).toEqual(["insert: send-point-record", "insert: send-record"]);
  expect(stages([points, each("settle/send-point-record")])).toEqual([
    "insert: send-point-record",
    "insert: send-record",
  ]);
  expect(stages([points, each("ad/ad-sector")])).toEqual(["insert: send-point-record, send-record"]);
});

it("rows of a tree, rows with a name, rows that bring others, and what is locked or judged are done for themselves", () => {
  const node = { type: "insert", model: "member/service-net", values: {} } as const;
  const named = { ...points, as: "made" } as const;
  const served = { type: "insert", model: "member/member", values: {} } as const;
  const judged = { type: "find", model: "member/member", where: {}, as: "m", lock: true } as const;
  expect(stages([points, node, named, served, points, judged])).toEqual([
    "insert: send-point-record",
    "one: service-net",
    "one: send-point-record",
    "insert: member",
    "insert: send-point-record",
    "one: member",
  ]);
});
