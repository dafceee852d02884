// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

/** What the form says above itself after a save that is refused: these of its fields are required and empty. */
async function told(fields: readonly string[]): Promise<string | null> {
  const form = { items: fields.map((field) => ({ field, required: true })) };
  const { user } = renderScreen(fixtureConsole({ screen: { views: { form } } as never }));
  await user.click(await screen.findByRole("button", { name: "新增门店" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  return (await dialog.findByText(/处需要修改：/)).textContent;
}

const four = ["name", "companyId", "phone", "openedAt"];

test("a refused save names each field that is wrong", async () => {
  expect(await told(four)).toBe("有 4 处需要修改：门店名称、所属公司、联系电话、开业时间");
});

test("of many wrong fields it names the first three and counts the others", async () => {
  expect(await told([...four, "remark"])).toBe("有 5 处需要修改：门店名称、所属公司、联系电话、其他字段 2");
});
