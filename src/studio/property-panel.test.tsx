// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
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
