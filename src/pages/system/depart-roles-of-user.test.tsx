// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Activity } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { fixtureConsole } from "../../../renderers/testing/fixture-console.ts";
import { DepartRolesOfUser } from "./DepartRolesOfUser.tsx";

afterEach(cleanup);

function openRoles() {
  const fixture = fixtureConsole();
  fixture.on("GET /sys/sysDepartRole/getDeptRoleList", () => [{ id: "r1", roleName: "店长", roleCode: "manager" }]);
  fixture.on("GET /sys/sysDepartRole/getDeptRoleByUserId", () => []);
  const watched = new Set<() => boolean>();
  const confirm = vi.fn(async () => false);
  const services = Object.create(fixture.services, {
    unsaved: { value: { watch: (isDirty: () => boolean) => void watched.add(isDirty) } },
    confirm: { value: confirm },
  });
  const onClose = vi.fn();
  const frame = { as: "part", title: "部门角色", label: "部门角色", width: undefined } as const;
  const page = (mode: "visible" | "hidden") => (
    <Activity mode={mode}>
      <DepartRolesOfUser
        params={{ userId: "u1", departId: "d1" }}
        services={services}
        frame={frame}
        onClose={onClose}
      />
    </Activity>
  );
  const { rerender } = render(page("visible"));
  const lookAway = () => {
    rerender(page("hidden"));
    rerender(page("visible"));
  };
  return { fixture, confirm, onClose, lookAway, isDirty: () => [...watched].some((isDirty) => isDirty()) };
}

test("ticked department roles count as unsaved and are still ticked after another tab was looked at", async () => {
  const { fixture, lookAway, isDirty } = openRoles();
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /店长/ });
  expect(isDirty()).toBe(false);
  await userEvent.click(box);
  expect(isDirty()).toBe(true);
  lookAway();
  expect(fixture.callsTo("GET /sys/sysDepartRole/getDeptRoleByUserId")).toHaveLength(1);
  expect(box.checked).toBe(true);
});

test("cancelling ticked department roles asks first, and closes nothing on a no", async () => {
  const { confirm, onClose } = openRoles();
  const box = await screen.findByRole("checkbox", { name: /店长/ });
  await userEvent.click(box);
  await userEvent.click(screen.getByRole("button", { name: /取 ?消/ }));
  expect(confirm).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(box);
  await userEvent.click(screen.getByRole("button", { name: /取 ?消/ }));
  expect(confirm).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});
