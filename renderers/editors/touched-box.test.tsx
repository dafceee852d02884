// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { afterEach, expect, test } from "vitest";
import { type LazyPart, lazyPart } from "../../runtime/react/lazy-part.ts";
import type { EditorProps } from "../form/editor-props.ts";
import { TouchedBox } from "./TouchedBox.tsx";

afterEach(cleanup);

/** A box whose control comes when the test lets it. */
function boxOf(words: string) {
  let arrive: () => void = () => undefined;
  // One answer for all who ask: a pointer over the box does, and so does the press.
  const part = new Promise<{ default: ComponentType<EditorProps> }>((resolve) => {
    arrive = () => resolve({ default: ({ autoOpen }) => <output>{autoOpen ? "open" : "closed"}</output> });
  });
  const control: LazyPart<EditorProps> = lazyPart(() => part);
  const editor = { id: "box", title: "地区", disabled: false, aria: {}, onBlur: () => undefined };
  render(
    <>
      <TouchedBox editor={editor as unknown as EditorProps} control={control} words={words} onClear={() => undefined} />
      <input aria-label="下一项" />
    </>,
  );
  return { arrive: () => act(async () => arrive()) };
}

test("a control that is fetched takes the place of its box, open; until then the box stays", async () => {
  const user = userEvent.setup();
  const { arrive } = boxOf("浙江省");
  const box = screen.getByRole("combobox");
  await user.click(box);
  expect(screen.getByRole("combobox")).toBe(box);
  expect(document.activeElement).toBe(box);
  await arrive();
  expect((await screen.findByRole("status")).textContent).toBe("open");
});

test("who leaves the box before its control is there keeps the box, and the focus where he went", async () => {
  const user = userEvent.setup();
  const { arrive } = boxOf("浙江省");
  await user.click(screen.getByRole("combobox"));
  await user.click(screen.getByRole("textbox", { name: "下一项" }));
  await arrive();
  expect(screen.getByRole("combobox")).toHaveProperty("value", "浙江省");
  expect(screen.queryByRole("status")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "下一项" }));
});
