// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import { cellText } from "../../runtime/format/cell-text.ts";
import type { ResolvedField, Row } from "../../runtime/model/resolved-model.ts";
import { registeredRenderer } from "../../runtime/registry/registry.ts";
import type { Actions, Cell } from "../../runtime/schema/types.gen.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import { definitions } from "../definitions.gen.ts";
import { CellView } from "./CellView.tsx";
import type { CellContext } from "./cell-props.ts";

afterEach(cleanup);

const options: Readonly<Record<string, DictOption>> = {
  "0": { value: "0", text: "待审核", title: "待审核", color: "warning" },
  "1": { value: "1", text: "营业", title: "营业", color: "success" },
  "2": { value: "2", text: "歇业", title: "歇业" },
};

const shop = fixtureModels().get("test/shop");

function fieldOf(name: string, changes: Partial<ResolvedField> = {}): ResolvedField {
  const field = shop?.fields.get(name);
  if (!field) throw new Error(`no field ${name}`);
  return { ...field, ...changes };
}

interface Shown {
  readonly field: ResolvedField;
  readonly cell: Cell;
  readonly value: unknown;
  readonly row?: Row;
  readonly isState?: boolean;
  run?(row: Row, actions: Actions): void;
}

function show({ field, cell, value, row = {}, isState = false, run }: Shown) {
  const context: CellContext = {
    isState: () => isState,
    dictOption: (_dict, each) => options[each],
    fileUrl: (path) => `/files/${path}`,
    run: run ?? (() => undefined),
  };
  const { container } = render(
    <CellView
      subject={{ name: field.name, title: field.title, field, dict: field.dict }}
      plan={{ kind: "cell", type: cell.type, props: cell }}
      row={{ ...row, [field.name]: value }}
      context={context}
    />,
  );
  return container;
}

const status = fieldOf("status");
const price = fieldOf("price");
const name = fieldOf("name", { unique: false });

/** Field, value and expected words of every cell of the language. */
const cases: readonly (readonly [Cell, ResolvedField, unknown, string])[] = [
  [{ type: "text" }, name, "清溪路店", "清溪路店"],
  [{ type: "dict" }, status, "1", "营业"],
  [{ type: "dict" }, status, "7", "7"],
  [{ type: "dict-tag" }, status, "0", "待审核"],
  [{ type: "money" }, price, 12460, "12,460.00"],
  [{ type: "money", currency: "¥" }, price, -3, "¥-3.00"],
  [{ type: "number", scale: 1, unit: "㎡" }, fieldOf("count"), 1200, "1,200.0㎡"],
  [{ type: "percent" }, price, 20, "20%"],
  [{ type: "percent", scale: 1 }, price, 12.34, "12.3%"],
  [{ type: "date" }, fieldOf("openedAt"), "2024-11-21 14:32:08", "2024-11-21"],
  [{ type: "datetime" }, fieldOf("openedAt"), "2024-11-21 14:32:08", "2024-11-21 14:32"],
  [{ type: "ellipsis", length: 8 }, name, "企业团购订单", "企业团购…"],
  [{ type: "mask" }, fieldOf("phone"), "13800136207", "138****6207"],
  [{ type: "link", do: [] }, name, "清溪路店", "清溪路店"],
  [{ type: "switch" }, name, "Y", "是"],
  [{ type: "switch", values: ["1", "0"] }, name, "0", "否"],
  [{ type: "switch", values: ["1", "0"] }, name, null, "否"],
  [{ type: "progress" }, price, 64, "64%"],
  [{ type: "tags" }, name, "新客,活跃", "新客、活跃"],
  [{ type: "user" }, name, "chenxiao", "chenxiao"],
  [{ type: "depart" }, name, "A01", "A01"],
  // A code that is none stays as it is, whether the list of divisions has come or not.
  [{ type: "area" }, name, "990106", "990106"],
  [{ type: "icon" }, name, "NoSuchIcon", "NoSuchIcon"],
  [{ type: "file" }, name, "order/合同_1718000000000.pdf", "合同.pdf"],
];

describe("a cell", () => {
  test.each(cases.map((each) => [each[0].type, ...each] as const))(
    "%s draws what it says in words",
    (_type, cell, field, value, words) => {
      const container = show({ field, cell, value });
      const drawn = container.textContent ?? "";
      // Several words stand in tags of their own; in words they are joined.
      expect(cell.type === "tags" ? drawn : drawn.replaceAll("、", "")).toBe(words.replaceAll("、", ""));
      const text = cellText(cell.type, value, field, {
        props: cell as unknown as Readonly<Record<string, unknown>>,
        row: {},
        dictText: (_dict, each) => options[each]?.text,
      });
      expect(text).toBe(words);
    },
  );

  test.each(definitions.filter((each) => each.slot === "cell").map((each) => [each.type, each] as const))(
    "%s of the language has a text form of its own",
    (type, definition) => {
      expect(definition.slot === "cell" && definition.format).toBe(registeredRenderer("cell", type)?.text);
    },
  );

  test.each([null, undefined, ""])("draws nothing (%j) as a dash", (value) => {
    expect(show({ field: price, cell: { type: "money" }, value }).textContent).toBe("—");
  });

  test("a number of zero is not nothing", () => {
    expect(show({ field: price, cell: { type: "money" }, value: 0 }).textContent).toBe("0.00");
  });

  test("words that the server sent come before the dictionary known here", () => {
    const container = show({ field: status, cell: { type: "dict" }, value: "1", row: { status_dictText: "正常营业" } });
    expect(container.textContent).toBe("正常营业");
  });

  test("PCK-09 a state is a dot, a category a tag, an entry without colour plain text", () => {
    const classOf = (value: string, isState: boolean) => {
      const container = show({ field: status, cell: { type: "dict-tag" }, value, isState });
      return container.querySelector(".sc-tags > span")?.className;
    };
    expect(classOf("0", true)).toBe("sc-dot sc-dot-warning");
    expect(classOf("0", false)).toBe("sc-tag sc-tag-warning");
    expect(classOf("2", false)).toBe("");
  });

  test("CRN-01 an expression is a sentence, itself in the title; what is none stands as it is", async () => {
    show({ field: name, cell: { type: "cron" }, value: "0 30 2 ? * 2-6" });
    expect((await screen.findByText("每周一至周五 02:30:00 执行")).title).toBe("0 30 2 ? * 2-6");
    expect(show({ field: name, cell: { type: "cron" }, value: "每天两点" }).textContent).toBe("每天两点");
    const context = { props: { type: "cron" }, row: {}, dictText: () => undefined };
    expect(cellText("cron", "0 30 2 ? * 2-6", name, context)).toBe("0 30 2 ? * 2-6");
  });

  test("a script in a value is text", () => {
    const container = show({ field: name, cell: { type: "html" }, value: "<img src=x onerror=alert(1)>好" });
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toBe("好");
  });

  test("a link runs its actions on the row", async () => {
    const ran: unknown[] = [];
    const cell: Cell = { type: "link", do: [{ type: "open", view: "detail" }] };
    show({ field: name, cell, value: "江", row: { id: "7" }, run: (row, actions) => ran.push([row.id, actions]) });
    await userEvent.click(screen.getByRole("button", { name: "江" }));
    expect(ran).toEqual([["7", [{ type: "open", view: "detail" }]]]);
  });

  test("pictures are two at most, then how many more", () => {
    const container = show({ field: name, cell: { type: "image" }, value: "a.png,b.png,c.png" });
    expect([...container.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([
      "/files/a.png",
      "/files/b.png",
    ]);
    expect(container.textContent).toBe("+1");
  });

  test("an unknown cell says what is missing", () => {
    const { container } = render(
      <CellView
        subject={{ name: "name", title: "名称", field: name, dict: undefined }}
        plan={{
          kind: "broken",
          name: "gauge",
          diagnostic: {
            code: "LC2001",
            severity: "error",
            file: "x",
            line: 1,
            column: 1,
            path: "/",
            message: '未找到单元格组件 "gauge"',
          },
        }}
        row={{}}
        context={{ isState: () => false, dictOption: () => undefined, fileUrl: (path) => path, run: () => undefined }}
      />,
    );
    expect(container.textContent).toBe('未找到单元格组件 "gauge"');
  });
});
