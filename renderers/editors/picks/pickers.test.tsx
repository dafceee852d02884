// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import type { ResolvedDict } from "../../../runtime/model/resolved-model.ts";
import { RequestError } from "../../../runtime/react/services.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderEditor } from "../../testing/render-editor.tsx";
import { knownDeparts } from "./depart-data.ts";
import { togglePick } from "./pick-types.ts";

afterEach(cleanup);

const tree = [
  {
    id: "1",
    title: "邻和生活",
    orgCode: "A01",
    children: [
      {
        id: "2",
        title: "华东大区",
        orgCode: "A01A04",
        children: [{ id: "3", title: "杭州分公司", orgCode: "A01A04A01" }],
      },
      { id: "4", title: "财务中心", orgCode: "A01A02", children: [] },
    ],
  },
];
const byCode: ResolvedDict = { kind: "model", model: "system/depart", text: "departName", value: "orgCode", where: {} };

function withDeparts() {
  const fixture = fixtureConsole();
  fixture.on("GET /sys/sysDepart/queryTreeList", () => tree);
  return fixture;
}

describe("the department picker", () => {
  const openDialog = async () => {
    await userEvent.click(await screen.findByPlaceholderText("请点击选择部门"));
    return within(await screen.findByRole("dialog", { name: "选择部门" }));
  };

  test("PCK-03: stores the id of the department pressed and shows its name", async () => {
    const { values } = renderEditor({ type: "depart-picker" }, { title: "部门", fixture: withDeparts() });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByText("财务中心"));
    await userEvent.click(dialog.getByRole("button", { name: "确认" }));
    expect(values).toEqual(["4"]);
    expect((screen.getByPlaceholderText("请点击选择部门") as HTMLInputElement).value).toBe("财务中心");
  });

  test("stores codes where the field's dictionary has codes", async () => {
    const options = { title: "部门", dict: byCode, fixture: withDeparts() };
    const { values } = renderEditor({ type: "depart-picker" }, options);
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByText("财务中心"));
    await userEvent.click(dialog.getByRole("button", { name: "确认" }));
    expect(values).toEqual(["A01A02"]);
  });

  test("several are comma-joined; cancelling changes nothing", async () => {
    const options = { title: "部门", value: "2", text: "华东大区", fixture: withDeparts() };
    const { values } = renderEditor({ type: "depart-picker", multiple: true }, options);
    let dialog = await openDialog();
    await userEvent.click(await dialog.findByText("财务中心"));
    await userEvent.click(dialog.getByRole("button", { name: "取消" }));
    expect(values).toEqual([]);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "选择部门" })).toBeNull());
    dialog = await openDialog();
    await userEvent.click(await dialog.findByText("财务中心"));
    await userEvent.click(dialog.getByRole("button", { name: "确认" }));
    expect(values).toEqual(["2,4"]);
  });

  test("a search opens the way to what it finds", async () => {
    renderEditor({ type: "depart-picker" }, { title: "部门", fixture: withDeparts() });
    const dialog = await openDialog();
    await dialog.findByText("财务中心");
    await userEvent.type(dialog.getByPlaceholderText("请输入部门名称"), "杭州");
    expect(await dialog.findByText("杭州分公司")).toBeTruthy();
    expect(dialog.queryByText("财务中心")).toBeNull();
  });

  test("a pointer over the control asks for the departments, so the press finds them there", async () => {
    const fixture = withDeparts();
    renderEditor({ type: "depart-picker" }, { title: "部门", fixture });
    const asked = () => fixture.callsTo("GET /sys/sysDepart/queryTreeList").length;
    await userEvent.hover(await screen.findByPlaceholderText("请点击选择部门"));
    await waitFor(() => expect(knownDeparts(fixture.services)).toEqual(tree));
    const dialog = await openDialog();
    expect(dialog.queryByRole("status")).toBeNull();
    expect(dialog.getByText("财务中心")).toBeTruthy();
    expect(asked()).toBe(1);
  });

  test("a look-up that fails says why and can be repeated", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /sys/sysDepart/queryTreeList", () => {
      throw refusal(200, 500, "系统繁忙");
    });
    renderEditor({ type: "depart-picker" }, { title: "部门", fixture });
    const dialog = await openDialog();
    expect((await dialog.findByRole("alert")).textContent).toContain("系统繁忙");
    fixture.on("GET /sys/sysDepart/queryTreeList", () => tree);
    await userEvent.click(dialog.getByRole("button", { name: "重新加载" }));
    expect(await dialog.findByText("财务中心")).toBeTruthy();
  });

  test("a code that is unknown stands as itself", async () => {
    renderEditor({ type: "depart-picker" }, { title: "部门", value: "Z99", fixture: withDeparts() });
    expect(((await screen.findByPlaceholderText("请点击选择部门")) as HTMLInputElement).value).toBe("Z99");
  });
});

describe("the user picker", () => {
  const people = Array.from({ length: 7 }, (_, index) => ({
    id: `u${index}`,
    username: `user${index}`,
    realname: `员工${index}`,
  }));

  function withPeople() {
    const fixture = withDeparts();
    fixture.on("GET /sys/user/queryUserComponentData", ({ params }) => {
      const { pageNo, pageSize } = params as { pageNo: number; pageSize: number };
      return { records: people.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: people.length };
    });
    return fixture;
  }

  test("PCK-02: keeps what was chosen over paging and stores account names", async () => {
    const { values } = renderEditor(
      { type: "user-picker", multiple: true },
      { title: "负责人", fixture: withPeople() },
    );
    await userEvent.click(await screen.findByPlaceholderText("请点击选择用户"));
    const dialog = within(await screen.findByRole("dialog", { name: "选择用户" }));
    const row = (await dialog.findByRole("checkbox", { name: "员工1" })).closest("tr");
    const heads = dialog.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(row?.cells[heads.indexOf("用户编号")]?.title).toBe("u1");
    await userEvent.click(await dialog.findByRole("checkbox", { name: "员工1" }));
    await userEvent.click(await dialog.findByRole("button", { name: "第 2 页" }));
    await userEvent.click(await dialog.findByRole("checkbox", { name: "员工6" }));
    expect(within(dialog.getByRole("region", { name: "已选" })).getAllByRole("listitem")).toHaveLength(2);
    await userEvent.click(dialog.getByRole("button", { name: "确认" }));
    expect(values).toEqual(["user1,user6"]);
    expect((screen.getByPlaceholderText("请点击选择用户") as HTMLInputElement).value).toBe("员工1、员工6");
  });

  test("a department narrows the people", async () => {
    const fixture = withPeople();
    renderEditor({ type: "user-picker" }, { title: "负责人", fixture });
    await userEvent.click(await screen.findByPlaceholderText("请点击选择用户"));
    const dialog = within(await screen.findByRole("dialog", { name: "选择用户" }));
    await userEvent.click(await dialog.findByText("财务中心"));
    await waitFor(() =>
      expect(fixture.callsTo("GET /sys/user/queryUserComponentData").at(-1)?.params).toMatchObject({ departId: "4" }),
    );
  });
});

test("PCK-02: account, sex and birth date narrow the people", async () => {
  const fixture = fixtureConsole();
  fixture.on("GET /sys/sysDepart/queryTreeList", () => []);
  fixture.on("GET /sys/user/queryUserComponentData", () => ({ records: [], total: 0 }));
  renderEditor({ type: "user-picker" }, { title: "负责人", fixture });
  await userEvent.click(await screen.findByPlaceholderText("请点击选择用户"));
  const dialog = within(await screen.findByRole("dialog", { name: "选择用户" }));
  await userEvent.type(dialog.getByPlaceholderText("请输入账号"), "lin{Enter}");
  expect(dialog.getByLabelText("请选择性别")).toBeTruthy();
  expect(dialog.getByPlaceholderText("请选择生日")).toBeTruthy();
  await waitFor(() =>
    expect(fixture.callsTo("GET /sys/user/queryUserComponentData").at(-1)?.params).toMatchObject({ username: "lin" }),
  );
});

describe("the record picker", () => {
  test("PCK-04: stores the row's id and copies the mapped fields", async () => {
    const options = { title: "门店", fixture: fixtureConsole() };
    const editor = { type: "record-picker", model: "test/shop", map: { phone: "contact" } } as const;
    const { values, filled } = renderEditor(editor, options);
    await userEvent.click(await screen.findByPlaceholderText("请选择门店"));
    const dialog = within(await screen.findByRole("dialog", { name: "门店选择" }));
    await userEvent.click(await dialog.findByRole("radio", { name: "望江店" }));
    await userEvent.click(dialog.getByRole("button", { name: "确认" }));
    expect([values, filled]).toEqual([["s2"], [{ contact: "13800136207" }]]);
  });

  test("PCK-04: rows of an earlier text never come over those of the present one", async () => {
    const fixture = fixtureConsole();
    const answers = new Map<string, (page: unknown) => void>();
    fixture.on(
      "GET /test/shop/list",
      ({ params }) => new Promise((resolve) => answers.set(String(params?.name), resolve)),
    );
    renderEditor({ type: "record-picker", model: "test/shop" }, { title: "门店", fixture });
    await userEvent.click(await screen.findByPlaceholderText("请选择门店"));
    const dialog = within(await screen.findByRole("dialog", { name: "门店选择" }));
    expect(dialog.getByRole("status").textContent).toContain("加载中");
    await userEvent.type(dialog.getByPlaceholderText("请输入门店名称"), "望江");
    await waitFor(() => expect(answers.has("*望江*")).toBe(true));
    answers.get("*望江*")?.({ records: [{ id: "s2", name: "望江店" }], total: 1 });
    await dialog.findByRole("radio", { name: "望江店" });
    answers.get("undefined")?.({ records: [{ id: "s1", name: "清溪路店" }], total: 1 });
    await waitFor(() => expect(dialog.queryByRole("radio", { name: "清溪路店" })).toBeNull());
    expect(dialog.getByRole("radio", { name: "望江店" })).toBeTruthy();
  });

  test("PCK-04, PCK-05: rows that hang are asked for again, rows that fail say why", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/shop/list", () => new Promise(() => undefined));
    renderEditor({ type: "popup", code: "test/shop", map: { id: "x" } }, { title: "门店", fixture });
    await userEvent.click(await screen.findByPlaceholderText("请选择门店"));
    const dialog = within(await screen.findByRole("dialog", { name: "门店选择" }));
    fixture.on("GET /test/shop/list", () => {
      throw refusal(503, 503, "系统繁忙");
    });
    await userEvent.click(dialog.getByRole("button", { name: "重新加载" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("系统繁忙");
    fixture.on("GET /test/shop/list", () => ({ records: [{ id: "s2", name: "望江店" }], total: 1 }));
    await userEvent.click(dialog.getByRole("button", { name: "重新加载" }));
    expect(await dialog.findByRole("radio", { name: "望江店" })).toBeTruthy();
  });

  test("PCK-05: a popup whose code names nothing says that it is not set up", async () => {
    renderEditor({ type: "popup", code: "no_report", map: { id: "memberId" } }, { title: "会员" });
    expect(await screen.findByText("popup参数未正确配置!")).toBeTruthy();
  });
});

test.each([
  [{ code: "", map: { id: "memberId" } }, "popup参数未正确配置!"],
  [{ code: "test/shop", map: {} }, "popup参数未正确配置!"],
  [{ code: "test/shop", map: { id: "memberId", phone: "" } }, "popup参数未正确配置,原始值和目标值数量不一致!"],
])("PCK-05: a popup over a model set up as %j says what is wrong", async (popup, message) => {
  renderEditor({ type: "popup", ...popup }, { title: "会员" });
  expect(await screen.findByText(message)).toBeTruthy();
});

test("PCK-05: a popup over an online report shows its columns and dictionary texts, asks by its parameter and copies the row", async () => {
  const fixture = fixtureConsole();
  fixture.on("GET /online/cgreport/api/getRpColumns/members", () => ({
    cgRpConfigName: "会员查找",
    columns: [
      { title: "姓名", dataIndex: "realname" },
      { title: "性别", dataIndex: "sex", customRender: "sex" },
    ],
    dictOptions: { sex: [null, { value: "1", text: "男" }] },
  }));
  fixture.on("GET /online/cgreport/api/getQueryInfo/members", () => []);
  fixture.on("GET /online/cgreport/api/getParamsInfo/members", () => [{ paramName: "mobile", paramTxt: "手机号" }]);
  fixture.on("GET /online/cgreport/api/getData/members", () => ({
    records: [{ id: "m1", realname: "张三", sex: "1" }],
    total: 1,
  }));
  const map = { id: "name", realname: "memberName" };
  const { filled, values } = renderEditor({ type: "popup", code: "members", map }, { title: "会员", fixture });
  await userEvent.click(await screen.findByPlaceholderText("请选择会员"));
  const dialog = within(await screen.findByRole("dialog", { name: "会员查找选择" }));
  expect(await dialog.findByText("男")).toBeTruthy();
  await userEvent.type(dialog.getByPlaceholderText("请输入手机号"), "13900000001");
  await userEvent.click(await dialog.findByRole("radio", { name: "张三" }));
  await userEvent.click(dialog.getByRole("button", { name: "确认" }));
  expect(filled).toContainEqual({ memberName: "张三" });
  expect(values.at(-1)).toBe("m1");
});

describe("PCK-05: several rows of a report", () => {
  const openMembers = async (row: Readonly<Record<string, unknown>>) => {
    const fixture = fixtureConsole();
    fixture.on("GET /online/cgreport/api/getRpColumns/members", () => ({
      cgRpConfigName: "会员查找",
      columns: [
        { title: "姓名", dataIndex: "realname" },
        { title: "账号", dataIndex: "username" },
      ],
      dictOptions: {},
    }));
    fixture.on("GET /online/cgreport/api/getQueryInfo/members", () => []);
    fixture.on("GET /online/cgreport/api/getParamsInfo/members", () => []);
    const records = [
      { id: "m1", realname: "张三", username: "zhang" },
      { id: "m3", realname: "王五", username: "wang" },
    ];
    fixture.on("GET /online/cgreport/api/getData/members", () => ({ records, total: 2 }));
    const editor = { type: "popup", code: "members", multiple: true } as const;
    const map = { username: "name", realname: "memberName", id: "memberId" };
    const options = { title: "会员", value: row.name, row, fixture };
    const told = renderEditor({ ...editor, map }, options);
    const input = await screen.findByPlaceholderText<HTMLInputElement>("请选择会员");
    const dialog = async () => {
      await userEvent.click(input);
      return within(await screen.findByRole("dialog", { name: "会员查找选择" }));
    };
    return { ...told, input, dialog };
  };
  const stored = { name: "zhang,li", memberName: "张三,李四", memberId: "m1,m2" };

  test("one more is appended to every destination, those stored keep their parts", async () => {
    const { dialog, values, filled, input } = await openMembers(stored);
    const opened = await dialog();
    await userEvent.click(await opened.findByRole("checkbox", { name: "王五" }));
    await userEvent.click(opened.getByRole("button", { name: "确认" }));
    expect([values, filled]).toEqual([["zhang,li,wang"], [{ memberName: "张三,李四,王五", memberId: "m1,m2,m3" }]]);
    expect(input.value).toBe("zhang、li、wang");
  });

  test("one that is taken out leaves every destination", async () => {
    const { dialog, values, filled } = await openMembers(stored);
    const opened = await dialog();
    await userEvent.click(await opened.findByRole("checkbox", { name: "张三" }));
    await userEvent.click(opened.getByRole("button", { name: "确认" }));
    expect([values, filled]).toEqual([["li"], [{ memberName: "李四", memberId: "m2" }]]);
  });

  test("a destination that does not hold as many parts stays as it is", async () => {
    const { dialog, filled } = await openMembers({ ...stored, memberName: "张三" });
    const opened = await dialog();
    await userEvent.click(await opened.findByRole("checkbox", { name: "王五" }));
    await userEvent.click(opened.getByRole("button", { name: "确认" }));
    expect(filled).toEqual([{ memberId: "m1,m2,m3" }]);
  });

  test("the cross empties every destination", async () => {
    const { container, values, filled } = await openMembers(stored);
    await userEvent.click(container.querySelector(".ant-input-clear-icon") as HTMLElement);
    expect([values, filled]).toEqual([[null], [{ memberName: null, memberId: null }]]);
  });
});

test.each([
  ["a call that was lost", new RequestError("网络已断开", 0, undefined)],
  ["a fault of the server", refusal(503, 503, "系统繁忙")],
])("PCK-05: after %s a popup keeps what was chosen, says why in its window and asks again", async (_what, reason) => {
  const fixture = fixtureConsole();
  fixture.on("GET /online/cgreport/api/getRpColumns/members", () => {
    throw reason;
  });
  const options = { title: "会员", fixture, value: "张三" };
  renderEditor({ type: "popup", code: "members", map: { realname: "name" } }, options);
  const field = await screen.findByDisplayValue("张三");
  await userEvent.click(field);
  expect((await screen.findByRole("alert")).textContent).toContain(reason.message);
  expect(screen.queryByText("popup参数未正确配置!")).toBeNull();
  fixture.on("GET /online/cgreport/api/getRpColumns/members", () => ({
    cgRpConfigName: "会员查找",
    columns: [{ title: "姓名", dataIndex: "realname" }],
  }));
  fixture.on("GET /online/cgreport/api/getQueryInfo/members", () => []);
  fixture.on("GET /online/cgreport/api/getParamsInfo/members", () => []);
  fixture.on("GET /online/cgreport/api/getData/members", () => ({ records: [{ realname: "李四" }], total: 1 }));
  await userEvent.click(screen.getByRole("button", { name: "重新加载" }));
  expect(await screen.findByRole("dialog", { name: "会员查找选择" })).toBeTruthy();
});

test("PCK-05: what the document gives fills the popup's inputs; those it hides open with a button", async () => {
  const fixture = fixtureConsole();
  fixture.on("GET /online/cgreport/api/getRpColumns/orders", () => ({
    cgRpConfigName: "订单查找",
    columns: [{ title: "订单编号", dataIndex: "order_no" }],
    dictOptions: { order_status: [{ value: "1", text: "已支付" }] },
  }));
  fixture.on("GET /online/cgreport/api/getQueryInfo/orders", () => [
    { field: "order_no", label: "订单编号", view: "String", mode: "single", hidden: "0" },
    { field: "status", label: "状态", view: "String", mode: "single", hidden: "0", dictCode: "order_status" },
    { field: "buyer", label: "买家", view: "String", mode: "single", hidden: "1" },
  ]);
  fixture.on("GET /online/cgreport/api/getParamsInfo/orders", () => [{ paramName: "storeId", paramTxt: "门店" }]);
  fixture.on("GET /online/cgreport/api/getData/orders", () => ({ records: [], total: 0 }));
  const params = { storeId: "'7'", order_no: "'A-1'", other: 3 };
  renderEditor({ type: "popup", code: "orders", map: { id: "name" }, params }, { title: "订单", fixture });
  await userEvent.click(await screen.findByPlaceholderText("请选择订单"));
  const dialog = within(await screen.findByRole("dialog", { name: "订单查找选择" }));
  expect((dialog.getByPlaceholderText("请输入门店") as HTMLInputElement).value).toBe("7");
  expect((dialog.getByPlaceholderText("请输入订单编号") as HTMLInputElement).value).toBe("A-1");
  expect(dialog.queryByPlaceholderText("请输入买家")).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "展开" }));
  await userEvent.type(dialog.getByPlaceholderText("请输入买家"), "张");
  await waitFor(() =>
    expect(fixture.callsTo("GET /online/cgreport/api/getData/orders").at(-1)?.params).toEqual({
      self_storeId: "7",
      self_order_no: "A-1",
      self_other: 3,
      order_no: "*A-1*",
      buyer: "*张*",
      pageNo: 1,
      pageSize: 10,
    }),
  );
});

test("PCK-05: a popup asks for one record", async () => {
  const { fixture, values } = renderEditor({ type: "popup", code: "test/shop", map: { id: "x" } }, { title: "门店" });
  await userEvent.click(await screen.findByPlaceholderText("请选择门店"));
  const dialog = within(await screen.findByRole("dialog", { name: "门店选择" }));
  await userEvent.click(dialog.getByRole("button", { name: "确认" }));
  expect(fixture.notices).toEqual([{ level: "warning", text: "请选择一条记录" }]);
  expect(values).toEqual([]);
});

test("pressing again takes a pick out; a single place is replaced", () => {
  const [a, b] = [
    { value: "1", text: "甲" },
    { value: "2", text: "乙" },
  ];
  expect(togglePick([a], b, true)).toEqual([a, b]);
  expect(togglePick([a], b, false)).toEqual([b]);
  expect(togglePick([a], a, false)).toEqual([]);
});
