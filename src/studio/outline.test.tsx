// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Outline } from "./Outline.tsx";
import type { Words } from "./studio-types.ts";
import type { Studio } from "./use-studio.ts";

afterEach(cleanup);

const words: Words = {
  models: [{ id: "store/store", title: "门店", fields: [{ name: "name", title: "名称", type: "string" }] }],
  ...{ screens: [], dicts: [], roles: [], permissions: [] },
};
const start = '{ "kind": "list", "model": "store/store", "table": { "columns": ["city"] } }';

function Designer() {
  const [text, setText] = useState(start);
  const opened = { kind: "ready", document: { kind: "screen", mayEdit: true }, words };
  return (
    <Outline studio={{ opened, text, setText } as unknown as Studio} words={words} code={{ current: undefined }} />
  );
}

test("by keyboard alone a column is taken out and another one added, the focus in the outline each time", async () => {
  render(<Designer />);
  const user = userEvent.setup();
  const tree = screen.getByRole("tree", { name: "大纲" });
  tree.focus();
  await user.keyboard("{ArrowDown}{ArrowDown} ");
  screen.getByRole("button", { name: "移除" }).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(tree);
  await user.type(screen.getByRole("combobox"), "name");
  screen.getByRole("button", { name: "新增" }).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(tree);
  expect(await screen.findByRole("textbox", { name: /^field/ })).toBeTruthy();
});
