// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConsoleTheme } from "../app/ConsoleTheme.tsx";
import { ConsoleProvider, createConsole } from "../stores/console.ts";
import { readSessionUser } from "../stores/session.ts";
import { WorkplaceDialog } from "./WorkplaceDialog.tsx";

const departments = [
  { orgCode: "A01", departName: "文三路店" },
  { orgCode: "A02", departName: "庆春路店" },
];
const ok = (result: unknown) => ({ success: true, code: 200, message: "", result });
const refusal = (message: string) => ({ success: false, code: 500, message, result: null });
const departs = () => ok({ list: departments, orgCode: "A01" });
type Answer = () => unknown;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

/** The dialog that has to be answered after signing in; each path answers with its next answer, the last one stays. */
function openDialog(answers: Readonly<Record<string, readonly Answer[]>>) {
  const asked: string[] = [];
  const outcomes: string[] = [];
  const owner = createConsole({
    systemDark: false,
    transport: async ({ url }) => {
      const path = url.slice("/api".length);
      const given = answers[path] ?? [() => ok([])];
      const answer = given[Math.min(asked.filter((each) => each === path).length, given.length - 1)];
      asked.push(path);
      return { status: 200, body: JSON.stringify(answer?.()), header: () => "" };
    },
  });
  owner.session.signIn("t1", { ...readSessionUser({ id: "u1", username: "linxiao" }), mustChoose: true }, true);
  render(
    <ConsoleProvider value={owner}>
      <ConsoleTheme>
        <WorkplaceDialog onDone={(outcome) => outcomes.push(outcome)} />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  return { owner, asked, outcomes, user: userEvent.setup() };
}

it("SES-09 a choice that cannot be loaded says why and can be asked for again", async () => {
  const { owner, user } = openDialog({
    "/sys/user/getCurrentUserDeparts": [() => refusal("部门数据正在维护"), departs],
  });
  expect((await screen.findByRole("alert")).textContent).toContain("部门数据正在维护");
  // Said once: where the person looks.
  expect(owner.feedback.notices).toEqual([]);
  expect(screen.queryByRole("button", { name: "确认" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "重试" }));
  await screen.findByRole("combobox", { name: "部门" });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("SES-11 a refused choice is told in the dialog, which stays for another one", async () => {
  const { user, outcomes } = openDialog({
    "/sys/user/getCurrentUserDeparts": [departs],
    "/sys/selectDepart": [() => refusal("您不属于该部门"), () => ok({ userInfo: { id: "u1", orgCode: "A01" } })],
  });
  const select = await screen.findByRole("combobox", { name: "部门" });
  await user.click(select);
  await user.click(await screen.findByTitle("庆春路店"));
  await user.click(screen.getByRole("button", { name: "确认" }));
  expect((await screen.findByRole("alert")).textContent).toBe("您不属于该部门");
  expect(outcomes).toEqual([]);
  await user.click(select);
  await user.click(await screen.findByTitle("文三路店"));
  await user.click(screen.getByRole("button", { name: "确认" }));
  await waitFor(() => expect(outcomes).toEqual(["chosen"]));
});

it("SES-11 confirming with nothing chosen marks the field, without a message and without a call", async () => {
  const { user, asked, owner } = openDialog({ "/sys/user/getCurrentUserDeparts": [departs] });
  const select = await screen.findByRole("combobox", { name: "部门" });
  await user.click(screen.getByRole("button", { name: "确认" }));
  expect(select.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(owner.feedback.notices).toEqual([]);
  expect(asked).not.toContain("/sys/selectDepart");
});

it("SES-13 the departments to choose from are those of the chosen tenant, which a lone one needs no choice", async () => {
  const list = [
    { orgCode: "A01", departName: "文三路店", tenantId: 1 },
    { orgCode: "A02", departName: "庆春路店", tenantId: 1 },
    { orgCode: "W01", departName: "西湖店", tenantId: 2 },
  ];
  const tenants = [
    { id: 1, name: "东区" },
    { id: 2, name: "西区" },
  ];
  const { user, outcomes } = openDialog({
    "/sys/user/getCurrentUserDeparts": [() => ok({ list, orgCode: "A01" })],
    "/sys/tenant/queryList": [() => ok(tenants)],
    "/sys/selectDepart": [() => ok({ userInfo: { id: "u1", orgCode: "W01", loginTenantId: 2 } })],
  });
  const tenant = await screen.findByRole("combobox", { name: "租户" });
  expect(screen.queryByRole("combobox", { name: "部门" })).toBeNull();
  await user.click(tenant);
  await user.click(await screen.findByTitle("东区"));
  await user.click(await screen.findByRole("combobox", { name: "部门" }));
  await screen.findByTitle("庆春路店");
  expect(screen.queryByTitle("西湖店")).toBeNull();
  await user.click(screen.getByTitle("文三路店"));
  await user.click(tenant);
  await user.click(await screen.findByTitle("西区"));
  expect(screen.queryByRole("combobox", { name: "部门" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "确认" }));
  await waitFor(() => expect(outcomes).toEqual(["chosen"]));
});
