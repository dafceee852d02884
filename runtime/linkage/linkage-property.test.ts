import fc from "fast-check";
import { expect, test } from "vitest";
import type { Row } from "../model/resolved-model.ts";
import { aContext, orderModel, orderModels } from "../record/order-fixture.ts";
import { linkageItems } from "./form-items.ts";
import { createLinkage, type FieldChange, type FieldState } from "./linkage.ts";
import { heldForm } from "./linkage-fixture.ts";

/**
 * The form against itself opened afresh: after any sequence of changes, the incremental form must stand as one
 * that is opened on the same inputs, and the changes it told must be exactly the difference.
 */
const linkage = createLinkage(
  orderModel(),
  orderModels,
  linkageItems([
    { group: "甲", visible: "{{ form.amount > 10 }}", items: ["payType", "bankCardNo"] },
    { field: "pointsUsed", disabled: "{{ form.payAmount < 5 }}", required: "{{ count(form.details) > 1 }}" },
    { field: "remark", value: "{{ form.reason ? form.reason + form.qty : null }}" },
    { field: "reason", visible: "{{ form.discountRate < 100 }}" },
  ]),
);

const money = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 300_000 }).map((cents) => cents / 100),
);
const change = fc.oneof(
  fc.record({
    do: fc.constant("set" as const),
    field: fc.constantFrom("payType", "orderType", "bankCardNo", "reason", "address"),
    value: fc.constantFrom(null, "transfer", "cash", "3", "x"),
  }),
  fc.record({
    do: fc.constant("set" as const),
    field: fc.constantFrom("discountRate", "pointsUsed"),
    value: fc.constantFrom(null, 0, 50, 88.5, 100),
  }),
  fc.record({
    do: fc.constant("cell" as const),
    index: fc.nat(3),
    column: fc.constantFrom("price", "qty"),
    value: money,
  }),
  fc.record({
    do: fc.constant("cell" as const),
    index: fc.nat(3),
    column: fc.constantFrom("discountable", "engraving"),
    value: fc.constantFrom(null, "Y", "N"),
  }),
  fc.record({ do: fc.constant("add" as const), price: money }),
  fc.record({ do: fc.constant("remove" as const), index: fc.nat(3) }),
  fc.record({ do: fc.constant("swap" as const) }),
);

test("a form after any changes equals a form opened on the same inputs, and told every difference", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
      const context = aContext();
      const form = heldForm(linkage, linkage.rules.newRow(context), context);
      /** What a person put in, kept apart from what the form made of it. */
      let inputs: Record<string, unknown> = { ...form.row };
      let lines: Row[] = [];
      let lastId = 0;
      const shown: Record<string, unknown> = { ...form.row };
      const states = new Map<string, FieldState>([...orderModel().fields.keys()].map((id) => [id, form.state(id)]));

      for (const step of changes) {
        const current = form.row.details as readonly Row[];
        let told: readonly FieldChange[] = [];
        if (step.do === "set") {
          inputs = { ...inputs, [step.field]: step.value };
          told = form.set({ [step.field]: step.value });
        } else if (step.do === "cell" && lines[step.index]) {
          lines = lines.map((line, index) => (index === step.index ? { ...line, [step.column]: step.value } : line));
          told = form.setSubRow("details", step.index, { [step.column]: step.value });
        } else if (step.do === "add") {
          lastId += 1;
          const line = { id: `l${lastId}`, price: step.price, qty: 1, discountable: "Y" };
          lines = [...lines, line];
          told = form.set({ details: [...current, line] });
        } else if (step.do === "remove") {
          lines = lines.filter((_, index) => index !== step.index);
          told = form.set({ details: current.filter((_, index) => index !== step.index) });
        } else if (step.do === "swap" && lines.length > 1) {
          const swap = <Item>([first, second, ...rest]: readonly Item[]): Item[] => [
            second as Item,
            first as Item,
            ...rest,
          ];
          lines = swap(lines);
          told = form.set({ details: swap(current) });
        }
        for (const { field, state } of told) if (state && states.has(field)) states.set(field, state);
        for (const one of told) if ("value" in one) shown[one.field] = one.value;
      }

      const fresh = heldForm(linkage, { ...inputs, details: lines }, context);
      const hidden = (row: Row) => ({
        ...row,
        details: (row.details as Row[]).map(({ engraving: _, ...line }) => line),
      });
      expect(hidden(form.row)).toEqual(hidden(fresh.row));
      expect(shown).toEqual(form.row);
      for (const [id, state] of states) {
        expect(form.state(id), id).toEqual(fresh.state(id));
        expect(state, id).toEqual(form.state(id));
      }
    }),
    { numRuns: 400 },
  );
});
