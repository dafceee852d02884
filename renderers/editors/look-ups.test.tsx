// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { renderEditor } from "../testing/render-editor.tsx";

afterEach(cleanup);

const code: ResolvedDict = { kind: "code", code: "pay_type" };
const model: ResolvedDict = { kind: "model", model: "test/shop", text: "name", value: "id", where: {} };

interface LookUpCase {
  readonly editor: Editor;
  readonly dict?: ResolvedDict;
  readonly multiple?: boolean;
  /** What is pressed to see the entries; nothing where they stand in the form. */
  readonly press?: string;
}

const cases: readonly LookUpCase[] = [
  { editor: { type: "select" }, dict: code, press: "combobox" },
  { editor: { type: "multi-select" }, dict: code, press: "combobox" },
  { editor: { type: "radio" }, dict: code },
  { editor: { type: "checkbox" }, dict: code, multiple: true },
  { editor: { type: "search-select" }, dict: model, press: "combobox" },
  { editor: { type: "suggest", url: "/test/suggest" }, press: "combobox" },
  { editor: { type: "multi-select" }, dict: model, press: "combobox" },
  { editor: { type: "role-picker" }, dict: model, press: "combobox" },
  { editor: { type: "tree-select" }, dict: model, press: "combobox" },
  { editor: { type: "category-select" }, dict: model, press: "combobox" },
  { editor: { type: "depart-picker" }, press: "textbox" },
  { editor: { type: "user-picker" }, press: "textbox" },
  { editor: { type: "record-picker", model: "test/shop" }, press: "textbox" },
  { editor: { type: "popup", code: "test/shop", map: { id: "name" } }, press: "textbox" },
];

/** A server that answers no look-up until the test lets it: what waits and is asked then fails, or is given. */
function slowServer() {
  const waiting: ((reason: unknown) => void)[] = [];
  let answers: "never" | "a refusal" | "entries" = "never";
  const down = refusal(0, 0, "网络超时，请检查网络后重试");
  const ask = <Result,>(result: Result) => {
    if (answers === "entries") return Promise.resolve(result);
    if (answers === "a refusal") return Promise.reject<Result>(down);
    return new Promise<Result>((_resolve, reject) => waiting.push(reject));
  };
  const fixture = fixtureConsole();
  const entries = [{ value: "1", text: "第一项", title: "第一项" }];
  const nodes = [{ key: "1", id: "1", title: "第一项", orgCode: "A", leaf: 1 }];
  const rows = { records: [{ id: "1", username: "first", realname: "第一项", name: "第一项" }], total: 1 };
  fixture.services.dictionaries.peek = () => undefined;
  fixture.services.dictionaries.load = () => ask(entries);
  fixture.services.dictionaries.search = () => ask(entries);
  fixture.on("GET /sys/dict/loadTreeData", () => ask(nodes));
  fixture.on("GET /sys/category/loadTreeData", () => ask(nodes));
  fixture.on("GET /sys/sysDepart/queryTreeList", () => ask(nodes));
  fixture.on("GET /sys/user/queryUserComponentData", () => ask(rows));
  fixture.on("GET /test/shop/list", () => ask(rows));
  fixture.on("GET /test/suggest", () => ask(entries));
  const fail = () => {
    answers = "a refusal";
    for (const reject of waiting.splice(0)) reject(down);
  };
  const comeUp = () => {
    answers = "entries";
  };
  return { fixture, fail, comeUp };
}

test.each(cases)(
  "PCK-08, PCK-09 $editor.type says that its entries are on their way, why they do not come, and has them after another try",
  async ({ editor, press, ...options }) => {
    const { fixture, fail, comeUp } = slowServer();
    renderEditor(editor, { title: "条目", fixture, ...options });
    if (press) await userEvent.click(await screen.findByRole(press));
    expect((await screen.findAllByRole("status"))[0]?.textContent).toContain("加载中");
    fail();
    for (const alert of await screen.findAllByRole("alert")) expect(alert.textContent).toContain("网络超时");
    comeUp();
    for (const button of screen.getAllByRole("button", { name: "重新加载" })) await userEvent.click(button);
    expect((await screen.findAllByText("第一项")).length).toBeGreaterThan(0);
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test("PCK-02 PCK-03 a default and what a list hands to a new row are called by their names", async () => {
  const { fixture, comeUp } = slowServer();
  comeUp();
  fixture.on("GET /sys/dict/loadDictItem/test%2Fshop,name,id", () => Promise.resolve(["王小明"]));
  renderEditor({ type: "user-picker", store: "id" }, { title: "负责人", fixture, dict: model, value: "u1" });
  expect(await screen.findByDisplayValue("王小明")).toBeTruthy();
});
