// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryAddress } from "../../../runtime/react/address-bar.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const items = ["name", "companyId", "payType", "cardNo", "price", "amount"];
const form = { kind: "form", view: { items, columns: 3 } } as unknown as Partial<ScreenDocument>;
const detail = { kind: "detail", view: { items, columns: 4 } } as unknown as Partial<ScreenDocument>;

describe("a form page", () => {
  test("adds a record, with values of the address filled in, and goes on editing it under its address", async () => {
    const fixture = fixtureConsole({ screen: { ...form, view: { items: ["name", "price"] } } as never });
    fixture.on("POST /test/shop/add", () => {
      fixture.rows = [...fixture.rows, { id: "s9", version: 1, name: "南门店", price: 8 }];
      return { id: "s9" };
    });
    const address = memoryAddress();
    const { user } = renderScreen(fixture, { address, params: { price: "8", companyId: "c1", other: "x" } });
    const name = await screen.findByRole("textbox", { name: /门店名称/ });
    expect(screen.getByText("新增门店")).toBeTruthy();
    expect((screen.getByRole("spinbutton", { name: /单价/ }) as HTMLInputElement).value).toBe("8.00");
    await user.type(name, "南门店");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("编辑门店")).toBeTruthy();
    expect(fixture.callsTo("POST /test/shop/add")[0]?.data).toMatchObject({ name: "南门店" });
    expect(fixture.callsTo("POST /test/shop/add")[0]?.data).not.toHaveProperty("other");
    expect(address.read()).toBe("?id=s9");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("edits the record of the address and takes back what was typed with 重置, after asking", async () => {
    const fixture = fixtureConsole({ screen: form });
    const { user } = renderScreen(fixture, { params: { id: "s1" } });
    const name = (await screen.findByDisplayValue("清溪路店")) as HTMLInputElement;
    await user.clear(name);
    await user.type(name, "新名字");
    await user.click(screen.getByRole("button", { name: "重置" }));
    expect(fixture.questions).toHaveLength(1);
    expect(await screen.findByDisplayValue("清溪路店")).toBeTruthy();
  });

  test("keeps the focus in the page when the form is drawn anew after saving", async () => {
    const fixture = fixtureConsole({ screen: { ...form, view: { items: ["name"] } } as never });
    fixture.on("POST /test/shop/add", () => {
      fixture.rows = [...fixture.rows, { id: "s9", version: 1, name: "南门店" }];
      return { id: "s9" };
    });
    const { user, container } = renderScreen(fixture, { address: memoryAddress(), params: { companyId: "c1" } });
    const main = document.createElement("main");
    main.tabIndex = -1;
    document.body.append(main);
    main.append(container);
    await user.type(await screen.findByRole("textbox", { name: /门店名称/ }), "南门店");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await screen.findByText("编辑门店");
    await waitFor(() => expect(document.activeElement).toBe(main));
    main.remove();
  });

  test("a conflict keeps what was typed and offers both records", async () => {
    const fixture = fixtureConsole({ screen: form });
    fixture.on("PUT /test/shop/edit", () => {
      throw refusal(409, 409, "数据已被他人修改", { current: { ...fixture.rows[0], version: 2, name: "别人的名字" } });
    });
    const { user } = renderScreen(fixture, { params: { id: "s1" } });
    await user.type(await screen.findByDisplayValue("清溪路店"), "一");
    await user.click(screen.getByRole("button", { name: "保存" }));
    const dialog = await screen.findByRole("dialog", { name: /数据已被他人修改/ });
    expect(within(dialog).getByText("别人的名字")).toBeTruthy();
    expect(screen.getByDisplayValue("清溪路店一")).toBeTruthy();
  });

  test("mode=detail shows the same items to read, and so does a record that may not be edited", async () => {
    const fixture = fixtureConsole({ screen: form, denied: ["test:shop:edit"] });
    renderScreen(fixture, { params: { id: "s1" } });
    expect(await screen.findByText("清溪路店")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    cleanup();
    renderScreen(fixtureConsole({ screen: form }), { params: { id: "s1", mode: "detail" } });
    expect(await screen.findByText("清溪路店")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("without the right to add it says so instead of showing a form", async () => {
    renderScreen(fixtureConsole({ screen: form, denied: ["test:shop:add"] }));
    expect(await screen.findByText("没有访问权限")).toBeTruthy();
  });

  test("copying starts with the values of the record and adds a new one", async () => {
    const fixture = fixtureConsole({ screen: form });
    const { user } = renderScreen(fixture, { params: { id: "s2", mode: "copy" } });
    await screen.findByDisplayValue("望江店");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(fixture.callsTo("POST /test/shop/add")).toHaveLength(1));
    expect(fixture.callsTo("POST /test/shop/add")[0]?.data).not.toHaveProperty("id");
  });

  test("a required field that the view leaves out is named, not passed over in silence", async () => {
    const fixture = fixtureConsole({ screen: { ...form, view: { items: ["name"] } } as never });
    const { user } = renderScreen(fixture);
    await user.type(await screen.findByRole("textbox", { name: /门店名称/ }), "南门店");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect((await screen.findByRole("alert")).textContent).toBe("请选择所属公司");
    expect(fixture.callsTo("POST /test/shop/add")).toEqual([]);
  });

  test("actions of the view run when it is saved", async () => {
    const view = { items: ["name"], on: { saved: [{ type: "navigate", to: "/test/shop" }] } };
    const fixture = fixtureConsole({ screen: { ...form, view } as never });
    const { user } = renderScreen(fixture, { params: { id: "s1" } });
    await user.type(await screen.findByDisplayValue("清溪路店"), "一");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(fixture.places).toEqual(["/test/shop"]));
  });
});

describe("a detail page", () => {
  test("shows the record of the address in as many columns as the document says, with the record's buttons", async () => {
    const fixture = fixtureConsole({ screen: detail });
    const { user, container } = renderScreen(fixture, { params: { id: "s1" } });
    expect(await screen.findByText("清溪路店")).toBeTruthy();
    expect(container.querySelector<HTMLElement>(".sc-values")?.style.getPropertyValue("--sc-columns")).toBe("4");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "下一条" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "审核" }));
    await waitFor(() => expect(fixture.callsTo("PUT /test/shop/approve")).toHaveLength(1));
  });

  test("编辑 opens the form over the page, and what was saved is read again", async () => {
    const fixture = fixtureConsole({ screen: detail });
    fixture.on("PUT /test/shop/edit", ({ data }) => {
      fixture.rows = fixture.rows.map((row) => (row.id === "s1" ? { ...row, ...(data as object) } : row));
      return data;
    });
    const { user } = renderScreen(fixture, { params: { id: "s1" } });
    await screen.findByText("清溪路店");
    await user.click(screen.getByRole("button", { name: "编辑" }));
    await user.type(await screen.findByDisplayValue("清溪路店"), "二");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("清溪路店二")).toBeTruthy();
  });

  test("an address without a record, a record that is gone and a failed call each say what to do", async () => {
    renderScreen(fixtureConsole({ screen: detail }));
    expect(await screen.findByText("没有找到这条门店")).toBeTruthy();
    cleanup();
    renderScreen(fixtureConsole({ screen: detail }), { params: { id: "nobody" } });
    expect(await screen.findByText("没有找到这条门店")).toBeTruthy();
    cleanup();
    const fixture = fixtureConsole({ screen: detail });
    let fails = true;
    fixture.on("GET /test/shop/queryById", () => {
      if (fails) throw refusal(503, 503, "服务繁忙");
      return fixture.rows[0];
    });
    const { user } = renderScreen(fixture, { params: { id: "s1" } });
    fails = await screen.findByText(/服务繁忙/).then(() => false);
    await user.click(screen.getByRole("button", { name: "重新加载" }));
    expect(await screen.findByText("清溪路店")).toBeTruthy();
  });
});

describe("PRM-04 rows of the permission table", () => {
  const row = (action: string) => ({ action, type: "1", status: "1" });

  test("keep a field of a form out of sight, another from being changed, and their columns out of the list", async () => {
    const allAuth = [row("test:shop:see:price"), row("test:shop:edit:name")];
    const fixture = fixtureConsole({ screen: form, allAuth });
    renderScreen(fixture, { params: { id: "s1" } });
    const name = (await screen.findByDisplayValue("清溪路店")) as HTMLInputElement;
    expect(name.disabled).toBe(true);
    expect(screen.queryByText("单价")).toBeNull();
    cleanup();
    renderScreen(fixtureConsole({ allAuth }));
    await screen.findByText("清溪路店");
    expect(screen.queryByRole("columnheader", { name: /单价/ })).toBeNull();
    expect(screen.getByRole("columnheader", { name: /金额/ })).toBeTruthy();
  });
});
