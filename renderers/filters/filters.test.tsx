// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { defaultOp, queryEditor } from "../../runtime/compile/defaults.ts";
import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import { galleryDictionaries } from "../gallery/EditorSpecimen.tsx";
import { filterItems } from "../gallery/FilterSpecimen.tsx";
import { galleryServices } from "../gallery/gallery-services.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { FilterControl } from "./FilterControl.tsx";

afterEach(cleanup);

const items = filterItems();
const services = galleryServices(fixtureConsole().services, "given");

function itemOf(name: string): QueryItemPlan {
  const item = items.find((each) => each.name === name);
  if (!item) throw new Error(`no item ${name}`);
  return item;
}

function show(item: QueryItemPlan, start?: unknown) {
  const told: unknown[] = [];
  function Host() {
    const [value, setValue] = useState(start);
    const change = (next: unknown) => {
      told.push(next);
      setValue(next);
    };
    return (
      <FilterControl
        id="filter"
        item={item}
        value={value}
        services={services}
        dictionaries={galleryDictionaries(services)}
        onChange={change}
      />
    );
  }
  render(<Host />);
  return told;
}

/** The words in the box of a select. */
const shown = () => screen.getByRole("combobox").closest(".ant-select")?.textContent;

describe("a control of the query bar", () => {
  test("takes text as it is typed, and one mark empties it", async () => {
    const told = show(itemOf("string"));
    await userEvent.type(screen.getByPlaceholderText("请输入文本"), "清溪");
    expect(told.at(-1)).toBe("清溪");
    await userEvent.click(screen.getByRole("button", { name: /清/ }));
    expect(told.at(-1)).toBe("");
  });

  test.each([
    [{ type: "switch", values: ["1", "0"] }, "1"],
    [{ type: "checkbox" }, "Y"],
  ] as const)("PCK-09 of %j offers yes and no over its pair", async (widget, on) => {
    const base = itemOf("string");
    const field = { ...base.field, widget };
    expect([defaultOp(field), queryEditor(field, "eq")]).toEqual(["eq", { type: "select" }]);
    const editor = { kind: "editor", type: "select", props: { type: "select" } } as const;
    const told = show({ ...base, field, op: "eq", editor } as QueryItemPlan);
    await userEvent.click(screen.getByRole("combobox"));
    expect(screen.getAllByText(/^[是否]$/).map(({ textContent }) => textContent)).toEqual(["是", "否"]);
    await userEvent.click(screen.getByText("是"));
    expect(told).toEqual([on]);
  });

  test("of an amount takes two bounds, and the number of what is typed", async () => {
    const told = show(itemOf("money"));
    const [begin, end] = await screen.findAllByRole("spinbutton");
    if (!begin || !end) throw new Error("two bounds");
    await userEvent.type(begin, "12.5x");
    await userEvent.type(end, "-3");
    expect(told.at(-1)).toEqual(["12.5", "-3"]);
  });

  test("of a dictionary shows the words of what is chosen before it is touched", () => {
    show(itemOf("status"), ["1"]);
    expect(shown()).toBe("营业中");
  });

  test("shows a code that the dictionary does not know as itself", () => {
    show(itemOf("status"), ["ZX-404"]);
    expect(shown()).toBe("ZX-404");
  });

  test("opens its list with the arrow key and hands over what is chosen", async () => {
    const told = show(itemOf("status"));
    screen.getByRole("combobox").focus();
    await userEvent.keyboard("{ArrowDown}");
    await userEvent.click(await screen.findByText("已驳回"));
    expect([told.at(-1)].flat()).toEqual(["2"]);
  });

  test("of yes and no asks in words", () => {
    show(itemOf("boolean"));
    expect(shown()).toBe("请选择是否");
  });

  test("of markup in a value stays text", () => {
    show(itemOf("status"), ["<img src=x onerror=alert(1)>"]);
    expect(shown()).toBe("<img src=x onerror=alert(1)>");
    expect(document.querySelector("img")).toBeNull();
  });
});
