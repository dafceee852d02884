// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fixtureConsole } from "../../renderers/testing/fixture-console.ts";
import { renderScreen } from "../../renderers/testing/render-screen.tsx";
import { registeredContents } from "./registered-contents.ts";

afterEach(cleanup);

test("what is typed into a form stands in the phone beside it, while it is typed", async () => {
  const preview = {
    component: "app/phone-preview",
    span: 8,
    params: { title: "{{ form.name }}", body: "{{ '<p>欢迎：' + form.name + '</p>' }}" },
  };
  const form = { as: "page", layout: "cards", items: [{ group: "内容", span: 16, items: ["name"] }, preview] };
  const fixture = fixtureConsole({ screen: { kind: "list", views: { form } } as never });
  const { user } = renderScreen(fixture, { contents: registeredContents });
  await user.click(await screen.findByRole("button", { name: "新增门店" }));
  const dialog = within(await screen.findByRole("dialog"));
  const phone = within(await dialog.findByRole("region", { name: "手机预览" }));
  const name = dialog.getByRole("textbox", { name: "门店名称" });
  await user.type(name, "江店");
  expect(phone.getByRole("heading", { name: "江店" })).toBeTruthy();
  expect(await phone.findByText("欢迎：江店")).toBeTruthy();
  await user.clear(name);
  await waitFor(() => expect(phone.queryByText("江店")).toBeNull());
});
