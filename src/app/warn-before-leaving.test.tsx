// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { warnBeforeLeaving } from "./warn-before-leaving.ts";

afterEach(cleanup);

/** Tells what it holds when it is left, as the properties of the document designer do. */
function Late({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const [kept, setKept] = useState("");
  onDirty(kept !== "");
  return <input aria-label="标题" onBlur={({ target }) => setKept(target.value)} />;
}

test("what is typed in a control that tells it when it is left counts, and the person goes on there", async () => {
  let isDirty = false;
  const end = warnBeforeLeaving({ isDirty: () => isDirty });
  render(
    <Late
      onDirty={(now) => {
        isDirty = now;
      }}
    />,
  );
  const leave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const title = screen.getByLabelText("标题");
  await userEvent.click(title);
  expect(leave()).toBe(false);
  await userEvent.type(title, "甲");
  expect(leave()).toBe(true);
  expect(document.activeElement).toBe(title);
  end();
  expect(leave()).toBe(false);
});
