// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { ModalDialog } from "./ModalDialog.tsx";

afterEach(cleanup);

interface OpenerProps {
  readonly name: string;
  readonly isHeld?: boolean;
  readonly children?: ReactNode;
  onOpened?(): void;
}

/** A button and the dialog that it opens. */
function Opener({ name, isHeld = false, children, onOpened }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开{name}
      </button>
      {isOpen ? (
        <ModalDialog
          title={name}
          width={400}
          isHeld={isHeld}
          onClose={() => setOpen(false)}
          {...(onOpened ? { onOpened } : {})}
        >
          <input aria-label={`${name}名称`} />
          {children}
        </ModalDialog>
      ) : null}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const dialogs = () => screen.queryAllByRole("dialog").map((dialog) => dialog.getAttribute("aria-label"));

describe("a modal dialog", () => {
  test("opens at its first field, never at the cross, and gives the focus back", async () => {
    render(<Opener name="甲" />);
    await press("打开甲");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "甲名称" }));
    await press("关闭");
    expect(dialogs()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "打开甲" }));
  });

  test("hands the focus to what its content names", async () => {
    render(<Opener name="甲" onOpened={() => screen.getByRole("textbox", { name: "甲名称" }).focus()} />);
    await press("打开甲");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "甲名称" }));
  });

  test("held by work under way, neither Escape nor the cross closes it", async () => {
    render(<Opener name="甲" isHeld />);
    await press("打开甲");
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "关闭" }).disabled).toBe(true);
    expect(dialogs()).toEqual(["甲"]);
  });

  test("Escape closes it also when the focus was lost to the page", async () => {
    render(<Opener name="甲" />);
    await press("打开甲");
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("{Escape}");
    expect(dialogs()).toEqual([]);
  });
});

test("a dialog whose title changes while it stands open is named by the new one", () => {
  const { rerender } = render(
    <ModalDialog title="部门选择" width={400}>
      内容
    </ModalDialog>,
  );
  screen.getByRole("dialog", { name: "部门选择" });
  rerender(
    <ModalDialog title="部门切换" width={400}>
      内容
    </ModalDialog>,
  );
  screen.getByRole("dialog", { name: "部门切换" });
});
