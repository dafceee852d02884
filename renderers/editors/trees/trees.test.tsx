// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { resolveModel } from "../../../runtime/model/resolve-model.ts";
import type { ResolvedDict } from "../../../runtime/model/resolved-model.ts";
import type { Editor } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);

const dict: ResolvedDict = { kind: "model", model: "test/part", text: "name", value: "id", where: {} };
const hostile = "<img src=x onerror=window.hacked=1>";

/** Two parts at the top; the first has one below it, which is a leaf. */
function treeFixture() {
  const fixture = fixtureConsole();
  fixture.on("GET /sys/dict/loadTreeData", ({ params }) =>
    params?.pid === "0"
      ? [
          { key: "p1", title: "整机", leaf: 0 },
          { key: "p2", title: hostile, leaf: 1 },
        ]
      : [{ key: "p3", title: "螺丝", leaf: 1 }],
  );
  return fixture;
}

async function open(editor: Editor, options: Partial<Parameters<typeof renderEditor>[1]> = {}) {
  const user = userEvent.setup();
  const view = renderEditor(editor, { title: "上级", dict, fixture: treeFixture(), ...options });
  await user.click(await screen.findByRole("combobox"));
  return { user, ...view };
}

test("PCK-06 levels are read when they are opened: the root parent is 0, a leaf has no switcher", async () => {
  const { user, fixture, values } = await open({ type: "tree-select", pidField: "pid", condition: '{"status":"1"}' });
  await screen.findByText("整机");
  const calls = () => fixture.callsTo("GET /sys/dict/loadTreeData").map(({ params }) => params?.pid);
  expect(calls()).toEqual(["0"]);
  expect(fixture.callsTo("GET /sys/dict/loadTreeData")[0]?.params).toMatchObject({
    tableName: "test/part",
    text: "name",
    code: "id",
    pidField: "pid",
    condition: '{"status":"1"}',
  });
  expect(document.querySelectorAll(".ant-select-tree-switcher-noop")).toHaveLength(1);
  const [switcher] = document.querySelectorAll(".ant-select-tree-switcher_close");
  await user.click(switcher as Element);
  await user.click(await screen.findByText("螺丝"));
  expect(calls()).toEqual(["0", "p1"]);
  expect(values).toEqual(["p3"]);
});

const areas = resolveModel(
  {
    schemaVersion: 1,
    id: "test/area",
    title: "地区",
    table: "area",
    base: "/test/area",
    permissionPrefix: "test:area",
    titleField: "name",
    fields: { name: { type: "string", title: "名称" }, pid: { type: "string", title: "上级" } },
    relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
  },
  () => undefined,
);

test("a record is not offered as its own parent, but is in any other field", async () => {
  const ofArea = { dict: { ...dict, model: areas.id }, models: new Map([[areas.id, areas]]), row: { id: "p1" } };
  await open({ type: "tree-select" }, { ...ofArea, field: { name: "pid" } });
  await screen.findByText(hostile);
  expect(screen.queryByText("整机")).toBeNull();
  cleanup();
  await open({ type: "tree-select" }, { ...ofArea, field: { name: "areaId" } });
  await screen.findByText("整机");
});

test("PCK-06 several nodes are stored comma-joined; a label is text, whatever it says", async () => {
  const { user, values } = await open({ type: "tree-select", pidField: "pid", multiple: true });
  await user.click(await screen.findByText("整机"));
  await user.click(screen.getByText(hostile));
  expect(values).toEqual(["p1", "p1,p2"]);
  expect(document.querySelector("img")).toBeNull();
});

test.each(["{status:1}", "status=1", "12"])(
  "PCK-06, PCK-07 a condition that is no JSON (%s) is said and nothing is asked",
  async (condition) => {
    for (const type of ["tree-select", "category-select"] as const) {
      const fixture = treeFixture();
      renderEditor({ type, condition }, { title: "上级", dict, fixture });
      await waitFor(() =>
        expect(fixture.notices).toEqual([
          { level: "error", text: "组件JTreeSelect-condition传值有误，需要一个json字符串!" },
        ]),
      );
      expect(fixture.calls).toEqual([]);
      cleanup();
    }
  },
);

test("PCK-06 a root that cannot be read shows the server's message as an error; the next opening tries again", async () => {
  const fixture = treeFixture();
  fixture.on("GET /sys/dict/loadTreeData", () => {
    throw refusal(200, 500, "字典Code格式不正确！");
  });
  const { user } = await open({ type: "tree-select", pidField: "pid" }, { fixture });
  await waitFor(() => expect(fixture.notices).toEqual([{ level: "error", text: "字典Code格式不正确！" }]));
  fixture.on("GET /sys/dict/loadTreeData", () => [{ key: "p1", title: "整机", leaf: 1 }]);
  const box = screen.getByRole("combobox");
  await user.click(document.body);
  await waitFor(() => expect(box.getAttribute("aria-expanded")).toBe("false"));
  await user.click(box);
  await screen.findByText("整机");
});

test("PCK-06 a root that failed or hangs is asked for again from the open list, and a late answer is dropped", async () => {
  const fixture = treeFixture();
  fixture.on("GET /sys/dict/loadTreeData", () => {
    throw refusal(200, 500, "系统繁忙");
  });
  const { user } = await open({ type: "tree-select", pidField: "pid" }, { fixture });
  expect((await screen.findByRole("alert")).textContent).toContain("系统繁忙");
  let answerLate: (nodes: unknown) => void = () => undefined;
  fixture.on("GET /sys/dict/loadTreeData", () => new Promise((resolve) => (answerLate = resolve)));
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  expect((await screen.findByRole("status")).textContent).toContain("加载中");
  fixture.on("GET /sys/dict/loadTreeData", () => [{ key: "p1", title: "整机", leaf: 1 }]);
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  await screen.findByText("整机");
  answerLate([{ key: "p9", title: "迟到的", leaf: 1 }]);
  await waitFor(() => expect(screen.queryByText("迟到的")).toBeNull());
  expect(screen.getByText("整机")).toBeTruthy();
});

test("PCK-06 a lower level that fails says why in its place, and is read when it is asked for again", async () => {
  const fixture = treeFixture();
  const top = [{ key: "p1", title: "整机", leaf: 0 }];
  let reject: ((reason: unknown) => void) | undefined;
  /** Refuses the question that is under way, or comes. */
  const fail = async (message: string) => {
    await waitFor(() => expect(reject).toBeDefined());
    reject?.(refusal(503, 503, message));
    reject = undefined;
  };
  fixture.on("GET /sys/dict/loadTreeData", ({ params }) =>
    params?.pid === "0" ? top : new Promise((_resolve, lost) => (reject = lost)),
  );
  const { user, values } = await open({ type: "tree-select", pidField: "pid" }, { fixture });
  await screen.findByText("整机");
  await user.click(document.querySelector(".ant-select-tree-switcher_close") as Element);
  await fail("系统繁忙");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("系统繁忙");
  expect(fixture.notices).toEqual([]);
  await user.click(alert);
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  expect((await screen.findByRole("status")).textContent).toContain("加载中");
  await fail("仍然繁忙");
  expect((await screen.findByRole("alert")).textContent).toContain("仍然繁忙");
  fixture.on("GET /sys/dict/loadTreeData", () => [{ key: "p3", title: "螺丝", leaf: 1 }]);
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  await user.click(await screen.findByText("螺丝"));
  expect(values).toEqual(["p3"]);
});

test("PCK-07 a category is stored by its code, its name fills another field", async () => {
  const fixture = fixtureConsole();
  fixture.on("GET /sys/category/loadTreeData", ({ params }) =>
    params?.pid === "c1"
      ? [{ key: "c2", title: "蔬菜", code: "B01A01", leaf: true }]
      : [{ key: "c1", title: "食品", code: "B01", leaf: false }],
  );
  const { user, values, filled } = await open({ type: "category-select", root: "B", back: "kindName" }, { fixture });
  await screen.findByText("食品");
  expect(fixture.callsTo("GET /sys/category/loadTreeData")[0]?.params).toMatchObject({ pcode: "B" });
  const [switcher] = document.querySelectorAll(".ant-select-tree-switcher_close");
  await user.click(switcher as Element);
  await user.click(await screen.findByText("蔬菜"));
  expect(values).toEqual(["B01A01"]);
  expect(filled).toEqual([{ kindName: "蔬菜" }]);
});

test("an unknown value is shown as itself, a known one in the server's words, the root as nothing", async () => {
  const shownFor = (value: string, text?: string) => {
    renderEditor({ type: "tree-select" }, { title: "上级", dict, value, ...(text ? { text } : {}) });
    const words = screen.getByRole("combobox").closest(".ant-select")?.textContent;
    cleanup();
    return words;
  };
  expect(shownFor("gone")).toBe("gone");
  expect(shownFor("p1", "整机")).toBe("整机");
  expect(shownFor("0")).toBe("请选择上级");
});

test("PCK-07 emptying a closed category empties the field with its name too", async () => {
  const category = { type: "category-select", back: "kindName" } as const;
  const { values, filled } = renderEditor(category, { title: "上级", value: "B01", text: "食品" });
  await userEvent.setup().click(screen.getByRole("button", { name: "清除" }));
  expect([values, filled]).toEqual([[null], [{ kindName: null }]]);
});

test("levels are read once by all controls of half a minute", async () => {
  const { fixture } = await open({ type: "tree-select", pidField: "pid" });
  await screen.findByText("整机");
  cleanup();
  await open({ type: "tree-select", pidField: "pid" }, { fixture });
  await screen.findByText("整机");
  expect(fixture.callsTo("GET /sys/dict/loadTreeData")).toHaveLength(1);
});
