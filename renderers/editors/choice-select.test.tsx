// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { ChoiceSelect } from "./ChoiceSelect.tsx";
import type { Choice } from "./dict-choices.ts";

afterEach(cleanup);

const entries = (count: number): Choice[] =>
  Array.from({ length: count }, (_, index) => ({ value: String(index), label: `第${index}项` }));

interface HostProps {
  readonly choices: readonly Choice[];
  readonly start?: readonly Choice[];
  readonly several?: boolean;
  readonly autoOpen?: boolean;
}

function Host({ choices, start = [], several = false, autoOpen = false }: HostProps) {
  const [chosen, setChosen] = useState(start);
  return (
    <>
      <ChoiceSelect
        id="choice"
        label="条目"
        placeholder="请选择条目"
        choices={choices}
        chosen={chosen}
        several={several}
        autoOpen={autoOpen}
        empty={<p>没有查询到任何数据</p>}
        onChange={setChosen}
      />
      <output>{chosen.map(({ value }) => value).join(",")}</output>
    </>
  );
}

const box = () => screen.getByRole("combobox", { name: "条目" });
/** The entries that are drawn; antd tells screen readers of those round the active one. */
const drawn = () => [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")];
const options = () => (box().getAttribute("aria-expanded") === "true" ? drawn().map(({ title }) => title) : []);
const press = async (name: string) => userEvent.click(drawn().find(({ title }) => title === name) as HTMLElement);
const chosen = () => screen.getByRole("status").textContent;
/** The entry that Enter would take. */
const active = () =>
  document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.getAttribute("aria-label");

describe("a choice", () => {
  test("TBL-14 of a cell that was opened to choose is there at once, without a transition", () => {
    render(<Host choices={entries(3)} autoOpen />);
    expect(options()).toHaveLength(3);
    expect(document.querySelector(".ant-select-dropdown")?.className).not.toMatch(/slide-up/);
  });

  test("PCK-09 of 100,000 entries draws those in sight; the arrow up goes to the last, typing finds one", async () => {
    render(<Host choices={entries(100_000)} />);
    await userEvent.click(box());
    expect(options().length).toBeLessThan(30);
    await userEvent.keyboard("{ArrowUp}");
    expect(active()).toBe("第99999项");
    await userEvent.keyboard("54321");
    expect(options()).toEqual(["第54321项"]);
    await userEvent.keyboard("{Enter}");
    expect(chosen()).toBe("54321");
    await waitFor(() => expect(options()).toEqual([]));
  });

  test("by key passes over entries that are closed, and takes none of them by a press", async () => {
    const [first, second, third] = entries(3) as [Choice, Choice, Choice];
    render(<Host choices={[first, { ...second, disabled: true }, third]} />);
    box().focus();
    await userEvent.keyboard("{Enter}{ArrowDown}");
    expect(active()).toBe("第2项");
    await press("第1项");
    expect(chosen()).toBe("");
    await userEvent.keyboard("{Enter}");
    expect(chosen()).toBe("2");
  });

  test("opens at what is chosen, and says so when nothing fits", async () => {
    const choices = entries(40);
    render(<Host choices={choices} start={choices.slice(30, 31)} />);
    await userEvent.click(box());
    expect(active()).toBe("第30项");
    await userEvent.keyboard("没有");
    expect(options()).toEqual([]);
    expect(screen.getByText("没有查询到任何数据")).toBeTruthy();
  });

  test("of several stays open, takes and gives back; the delete key takes the last away", async () => {
    render(<Host choices={entries(4)} several />);
    await userEvent.click(box());
    for (const name of ["第1项", "第2项", "第3项", "第2项"]) {
      await press(name);
    }
    expect(chosen()).toBe("1,3");
    await userEvent.keyboard("{Backspace}");
    expect(chosen()).toBe("1");
    await userEvent.click(screen.getByRole("button", { name: "清除" }));
    expect(chosen()).toBe("");
  });

  test("leaves with the list closed, what was typed gone and nothing chosen", async () => {
    render(<Host choices={entries(4)} />);
    await userEvent.click(box());
    await userEvent.keyboard("第");
    await userEvent.tab();
    expect(options()).toEqual([]);
    expect(document.activeElement).not.toBe(box());
    await waitFor(() => expect((box() as HTMLInputElement).value).toBe(""));
    expect(chosen()).toBe("");
  });

  test("Escape closes the list first, then the dialog that it stands in", async () => {
    function Opened() {
      const [isOpen, setOpen] = useState(true);
      return isOpen ? (
        <ModalDialog title="新增" width={400} onClose={() => setOpen(false)}>
          <Host choices={entries(4)} />
        </ModalDialog>
      ) : null;
    }
    render(<Opened />);
    await userEvent.click(box());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(options()).toEqual([]));
    expect(screen.getByRole("dialog", { name: "新增" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
