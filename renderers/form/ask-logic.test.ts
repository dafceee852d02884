import { expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { askLogic } from "./form-logic.ts";

const screen = {
  ...{ schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" },
  toolbar: [
    {
      ...{ key: "limit", label: "限制", do: [] },
      ask: {
        on: { type: "boolean", title: "限制", default: "{{ row.limited }}" },
        roles: { type: "string", title: "角色", required: true, when: "{{ form.on }}" },
      },
    },
  ],
} as unknown as ScreenDocument;

test("a field of a question shows, and is checked, while its condition over the answers holds", () => {
  const plan = compileScreen(screen, fixtureModels()) as ListPlan;
  const context = { mode: "add", now: "2026-01-01 00:00:00", user: {}, dicts: {}, row: { limited: false } } as const;
  const logic = askLogic(plan.model, plan.toolbar[0]?.ask ?? [], context);
  const closed = { on: false };
  expect([logic.state("roles", closed).visible, logic.check(closed)]).toEqual([false, []]);
  const { changes, row } = logic.evaluate({ row: closed, held: {} }, { on: true });
  expect(changes.find(({ field, state }) => field === "roles" && state)?.state).toMatchObject({
    ...{ visible: true, required: true },
  });
  expect(logic.check(row).map(({ field }) => field)).toEqual(["roles"]);
});
