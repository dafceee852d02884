// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Activity } from "react";
import { afterEach, expect, test } from "vitest";
import { fixtureConsole } from "../../../renderers/testing/fixture-console.ts";
import { GrantsView } from "./GrantsView.tsx";
import type { GrantNode } from "./grant-set.ts";

afterEach(cleanup);

test("what was ticked counts as unsaved and is still ticked after another tab was looked at", async () => {
  const fixture = fixtureConsole();
  const kind = { menuType: 1, ruleFlag: 0, url: "/store/store", disableCheckbox: false } as const;
  const node: GrantNode = { key: "m1", slotTitle: "门店", ...kind, children: [] };
  fixture.on("GET /sys/role/queryTreeList", () => ({ treeList: [node], ids: ["m1"] }));
  fixture.on("GET /sys/permission/queryRolePermission", () => []);
  fixture.on("GET /sys/role/datarule", () => ({ datarule: [], checked: {}, held: {}, ofDepart: {}, homePage: null }));
  const watched = new Set<() => boolean>();
  const services = Object.create(fixture.services, {
    unsaved: { value: { watch: (isDirty: () => boolean) => void watched.add(isDirty) } },
  });
  const frame = { as: "part", title: "店长", label: "店长", width: undefined } as const;
  const page = (mode: "visible" | "hidden") => (
    <Activity mode={mode}>
      <GrantsView params={{ kind: "role", id: "r1" }} services={services} frame={frame} onClose={() => {}} />
    </Activity>
  );
  const { rerender } = render(page("visible"));
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /门店/ });
  expect([...watched].some((isDirty) => isDirty())).toBe(false);
  await userEvent.click(box);
  expect([...watched].some((isDirty) => isDirty())).toBe(true);
  rerender(page("hidden"));
  rerender(page("visible"));
  expect(fixture.callsTo("GET /sys/permission/queryRolePermission")).toHaveLength(1);
  expect(box.checked).toBe(true);
});
