// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fixtureDocuments } from "../../../runtime/compile/fixture-models.ts";
import type { ModelDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

// Without a layout engine nothing has a size, and a table of no height draws no rows.
const sizes = ["clientHeight", "clientWidth"] as const;
beforeAll(() => {
  for (const name of sizes) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 900 });
});
afterAll(() => {
  for (const name of sizes) Reflect.deleteProperty(HTMLElement.prototype, name);
});
afterEach(cleanup);

const companyOf = {
  type: "string",
  title: "上级公司",
  dict: { model: "test/company" },
  widget: { type: "tree-select" },
};

/** Companies are a tree; a shop, its lines and the query above the list each pick one. */
const models = fixtureDocuments.map((document): ModelDocument => {
  if (document.id !== "test/company")
    return { ...document, fields: { ...document.fields, parent: companyOf as never } };
  return {
    ...document,
    fields: {
      ...document.fields,
      upperId: { type: "string", title: "上级", hidden: true },
      hasLower: { type: "string", title: "有下级", hidden: true },
    },
    relations: { children: { kind: "tree", title: "下级", pid: "upperId", hasChild: "hasLower", root: "" } },
  };
});

test("PCK-06 a tree select knows the tree of its model in a form, in a cell of its table and in a filter", async () => {
  const fixture = fixtureConsole({ screen: { query: { items: ["parent"] } } as never });
  fixture.answerMore = { models };
  fixture.on("GET /test/line/listByMainId", () => []);
  const asked: unknown[] = [];
  fixture.on("GET /sys/dict/loadTreeData", ({ params }) => {
    asked.push(params);
    return [{ key: "c1", title: "清溪公司", leaf: 1 }];
  });
  const { user } = renderScreen(fixture);
  const question = {
    tableName: "test/company",
    text: "name",
    code: "id",
    pidField: "upperId",
    hasChildField: "hasLower",
    condition: "",
    pid: "0",
  };
  // Closed lists stay in the document, so each place has one more than the one before. A list that no layout engine
  // has placed lets no pointer through.
  const choose = async (place: number) => {
    const shown = () => screen.queryAllByText("清溪公司", { selector: ".ant-select-tree-title" });
    await waitFor(() => expect(shown()).toHaveLength(place));
    fireEvent.click(shown()[place - 1] as Element);
  };
  await user.click(await screen.findByRole("combobox", { name: "上级公司" }));
  await choose(1);
  await user.click(screen.getByRole("button", { name: "新增门店" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("combobox", { name: "上级公司" }));
  await choose(2);
  const grid = await dialog.findByRole("grid", { name: "明细" });
  await user.click(dialog.getByRole("button", { name: "新增一行" }));
  const cell = () => grid.querySelector('[data-row] [data-key="parent"]');
  await user.click(cell() as Element);
  await choose(3);
  await waitFor(() => expect(cell()?.textContent).toBe("清溪公司"));
  // One question from three places: the levels that the first has read serve the others.
  expect(asked).toEqual([question]);
});
