// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../runtime/overlay/overlay.ts";
import { PropertyPanel } from "./PropertyPanel.tsx";

afterEach(cleanup);

test("a number is written when Enter is pressed", async () => {
  const panel = { type: "stat", title: "今日订单", span: 6, value: "{{ 1 }}" };
  const document = { kind: "dashboard", id: "x/y", panels: [panel] };
  const onChange = vi.fn();
  render(
    <PropertyPanel
      kind="screen"
      document={document}
      path={["panels", 0]}
      value={panel}
      readOnly={false}
      onChange={onChange}
    />,
  );
  const user = userEvent.setup();
  const input = screen.getByRole("spinbutton", { name: /^span/ });
  await user.clear(input);
  await user.type(input, "12{Enter}");
  expect(onChange.mock.calls).toEqual([["span", 12]]);
});

test("a text and a number keep the focus when Enter writes them", async () => {
  const panel = { type: "stat", title: "今日订单", value: "{{ 1 }}" };
  function Panel() {
    const [value, setValue] = useState<JsonObject>(panel);
    return (
      <PropertyPanel
        kind="screen"
        document={{ kind: "dashboard", id: "x/y", panels: [value] }}
        path={["panels", 0]}
        value={value}
        readOnly={false}
        onChange={(name, next) => setValue({ ...value, [name]: next ?? null })}
      />
    );
  }
  render(<Panel />);
  const user = userEvent.setup();
  for (const [role, name, typed] of [
    ["textbox", /^title/, "本周"],
    ["spinbutton", /^span/, "12"],
  ] as const) {
    const input = screen.getByRole<HTMLInputElement>(role, { name });
    await user.clear(input);
    await user.type(input, `${typed}{Enter}`);
    expect(document.activeElement).toBe(input);
    expect(screen.getByRole<HTMLInputElement>(role, { name }).value).toBe(typed);
  }
});
