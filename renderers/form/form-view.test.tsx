// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixtureConsole, refusal, shopRows } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

type User = ReturnType<typeof renderScreen>["user"];

async function openEdit(user: User) {
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = await screen.findByRole("dialog", { name: "编辑门店" });
  await within(dialog).findByLabelText("门店名称");
  return within(dialog);
}

async function openAdd(user: User) {
  await user.click(await screen.findByRole("button", { name: "新增门店" }));
  const dialog = await screen.findByRole("dialog", { name: "新增门店" });
  await within(dialog).findByLabelText("门店名称");
  return within(dialog);
}

const save = (dialog: ReturnType<typeof within>) => dialog.getByRole("button", { name: "保存" });

/** The button once it may be pressed: what it needs may be on its way. */
async function enabled(part: ReturnType<typeof within>, name: string): Promise<HTMLElement> {
  await waitFor(() => expect(part.getByRole("button", { name })).toHaveProperty("disabled", false));
  return part.getByRole("button", { name });
}

async function retype(user: User, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

test("PCK-13 a form takes 60 % of the window, all of it when asked, and goes back", async () => {
  const { user } = renderScreen(fixtureConsole());
  const dialog = await openAdd(user);
  const width = () => screen.getByRole("dialog", { name: "新增门店" }).style.width;
  expect(width()).toBe("60%");
  await user.click(dialog.getByRole("button", { name: "全屏" }));
  expect(width()).toBe("100%");
  await user.click(dialog.getByRole("button", { name: "退出全屏" }));
  expect(width()).toBe("60%");
});

describe("an edit", () => {
  test("sends the id, the version and only what was changed", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await retype(user, dialog.getByLabelText("门店名称"), "清溪路旗舰店");
    await user.click(save(dialog));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1, name: "清溪路旗舰店" }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "编辑门店" })).toBeNull());
    expect(fixture.notices).toEqual([{ level: "success", text: "保存成功" }]);
    expect(fixture.callsTo("GET /test/shop/list")).toHaveLength(2);
  });

  test("opens on the row as it is now, not as the list shows it", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/shop/queryById", () => ({ ...shopRows[0], name: "改过的名称", version: 4 }));
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    expect((dialog.getByLabelText("门店名称") as HTMLInputElement).value).toBe("改过的名称");
  });

  test("emptying a field sends null", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await user.clear(dialog.getByLabelText("联系电话"));
    await user.click(save(dialog));
    await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toMatchObject({ phone: null }));
  });
});

describe("rules", () => {
  test("a missing required field is told beside it and nothing is sent", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const dialog = await openAdd(user);
    await user.click(save(dialog));
    expect(await dialog.findByText(/请输入门店名称|门店名称不能为空|请填写门店名称/)).toBeTruthy();
    expect(fixture.callsTo("POST /test/shop/add")).toHaveLength(0);
    await waitFor(() => expect(document.activeElement?.id).toMatch(/-name$/));
  });

  test("a wrong value is told when the field is left, and no longer once it is right", async () => {
    const { user } = renderScreen(fixtureConsole());
    const dialog = await openAdd(user);
    const phone = dialog.getByLabelText("联系电话");
    await user.type(phone, "138");
    await user.tab();
    expect(await dialog.findByText("请输入正确手机号")).toBeTruthy();
    await user.type(phone, "00136207");
    await waitFor(() => expect(dialog.queryByText("请输入正确手机号")).toBeNull());
  });

  test("an empty field that is only passed through is no mistake; one that was emptied is", async () => {
    const { user } = renderScreen(fixtureConsole());
    const dialog = await openAdd(user);
    const missing = () => dialog.queryByText(/请输入门店名称|门店名称不能为空|请填写门店名称/);
    const name = dialog.getByLabelText("门店名称");
    await user.click(name);
    await user.tab();
    await user.type(dialog.getByLabelText("联系电话"), "1");
    expect(missing()).toBeNull();
    await user.type(name, "店");
    await user.clear(name);
    await user.tab();
    await waitFor(() => expect(missing()).toBeTruthy());
  });

  test("a computed field follows what it is computed from", async () => {
    const { user } = renderScreen(fixtureConsole());
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText("单价"), "12.5");
    await retype(user, dialog.getByLabelText("数量"), "3");
    await waitFor(() => expect(dialog.getByLabelText("金额").textContent).toBe("37.50自动计算"));
  });

  test("a field has the control that another value asks for, and keeps what was typed", async () => {
    const widgets = [{ when: "{{ form.remark == 'list' }}", widget: { type: "textarea", rows: 4 } }];
    const form = { items: ["remark", { field: "name", widgets }] };
    const { user } = renderScreen(fixtureConsole({ screen: { views: { form } } as never }));
    const dialog = await openEdit(user);
    const name = () => dialog.getByLabelText("门店名称");
    expect(name().tagName).toBe("INPUT");
    await retype(user, dialog.getByLabelText("备注"), "list");
    await waitFor(() => expect(name().tagName).toBe("TEXTAREA"));
    await user.type(name(), "二");
    expect(name()).toHaveProperty("value", "清溪路店二");
    await user.clear(dialog.getByLabelText("备注"));
    await waitFor(() => expect(name().tagName).toBe("INPUT"));
    expect(name()).toHaveProperty("value", "清溪路店二");
  });

  test("a field appears under its condition", async () => {
    const { user } = renderScreen(fixtureConsole());
    const dialog = await openAdd(user);
    expect(dialog.queryByLabelText("转账卡号")).toBeNull();
    await user.click(dialog.getByRole("combobox", { name: "支付方式" }));
    await user.click(await screen.findByTitle("银行转账"));
    expect(await dialog.findByLabelText(/转账卡号/)).toBeTruthy();
  });

  test("a wrong field in a tab that is not open opens it and gets the focus", async () => {
    const tabs = [
      { title: "基本", items: ["phone"] },
      { title: "其他", items: ["name", "companyId"] },
    ];
    const { user } = renderScreen(fixtureConsole({ screen: { views: { form: { items: [{ tabs }] } } } }));
    await user.click(await screen.findByRole("button", { name: "新增门店" }));
    const dialog = within(await screen.findByRole("dialog", { name: "新增门店" }));
    expect((await dialog.findByRole("tab", { name: "基本" })).getAttribute("aria-selected")).toBe("true");
    await user.click(save(dialog));
    await waitFor(() => expect(document.activeElement?.id).toMatch(/-name$/));
    expect(dialog.getByRole("tab", { name: "其他" }).getAttribute("aria-selected")).toBe("true");
  });

  test("a masked value that was not touched is neither checked nor sent", async () => {
    const masked = { ...shopRows[0], phone: "138****6207" };
    const fixture = fixtureConsole({ rows: [masked], denied: ["test:shop:plain"] });
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await retype(user, dialog.getByLabelText("门店名称"), "新名");
    await user.click(save(dialog));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1, name: "新名" }),
    );
  });
});

describe("an add", () => {
  test("sends what was typed and the defaults, with one key for every try", async () => {
    const fixture = fixtureConsole();
    let tries = 0;
    fixture.on("POST /test/shop/add", () => {
      tries += 1;
      if (tries === 1) throw refusal(0, 0, "网络超时，请检查网络后重试。");
      return {};
    });
    const { user } = renderScreen(fixture);
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText("门店名称"), "新店");
    await user.click(dialog.getByRole("combobox", { name: "所属公司" }));
    await user.click(await screen.findByTitle("望江公司"));
    await user.click(save(dialog));
    expect(await dialog.findByText("网络超时，请检查网络后重试。")).toBeTruthy();
    expect((dialog.getByLabelText("门店名称") as HTMLInputElement).value).toBe("新店");
    await user.click(save(dialog));
    await waitFor(() => expect(fixture.callsTo("POST /test/shop/add")).toHaveLength(2));
    const [first, second] = fixture.callsTo("POST /test/shop/add");
    expect(second?.data).toEqual({ name: "新店", companyId: "c2", kind: "1", payType: "cash", count: 1 });
    expect(first?.idempotencyKey).toBeTruthy();
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  test("errors of the server stand beside their fields", async () => {
    const fixture = fixtureConsole();
    fixture.on("PUT /test/shop/edit", () => {
      throw refusal(200, 500, "名称已被占用", { fieldErrors: { name: "名称已被占用" } });
    });
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await retype(user, dialog.getByLabelText("门店名称"), "望江店");
    await user.click(save(dialog));
    const message = await dialog.findByText("名称已被占用");
    expect(message.closest("[data-field]")?.getAttribute("data-field")).toBe("name");
    expect(dialog.queryByText("请求编号")).toBeNull();
  });

  test("errors of fields that are not on the form stand at its head, with the number of the request to copy", async () => {
    const fixture = fixtureConsole();
    fixture.on("PUT /test/shop/edit", () => {
      const fieldErrors = { name: "名称已被占用", orderNo: "编号已存在", serviceRate: "费率缺失" };
      throw refusal(200, 500, "名称已被占用", { fieldErrors });
    });
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await retype(user, dialog.getByLabelText("门店名称"), "望江店");
    await user.click(save(dialog));
    const head = await dialog.findByText("编号已存在；费率缺失", { exact: false });
    expect(head.getAttribute("role")).toBe("alert");
    expect(head.textContent).toBe("编号已存在；费率缺失请求编号8f00c3a1b2d4e567复制");
    await user.click(within(head).getByRole("button", { name: "复制请求编号" }));
    expect(await navigator.clipboard.readText()).toBe("8f00c3a1b2d4e567");
    expect(within(head).getByText("已复制")).toBeTruthy();
  });
});

describe("leaving", () => {
  test("an untouched form closes without a question", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await user.click(dialog.getByRole("button", { name: "取消" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fixture.questions).toEqual([]);
  });

  test("a changed form asks, and stays when the person wants to stay", async () => {
    const fixture = fixtureConsole();
    fixture.answer = false;
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await user.type(dialog.getByLabelText("门店名称"), "2");
    await user.click(dialog.getByRole("button", { name: "取消" }));
    await waitFor(() => expect(fixture.questions[0]?.title).toBe("放弃修改"));
    expect((dialog.getByLabelText("门店名称") as HTMLInputElement).value).toBe("清溪路店2");
  });

  test("a question that a save on its way overtakes goes away with the form", async () => {
    const fixture = fixtureConsole();
    fixture.answer = false;
    let saved = (_row: unknown) => {};
    fixture.on("PUT /test/shop/edit", () => new Promise((resolve) => (saved = resolve)));
    const { user } = renderScreen(fixture);
    const dialog = await openEdit(user);
    await user.type(dialog.getByLabelText("门店名称"), "2");
    await user.click(save(dialog));
    await user.click(dialog.getByRole("button", { name: "取消" }));
    await waitFor(() => expect(fixture.questions).toHaveLength(1));
    expect(fixture.questions[0]?.signal?.aborted).toBe(false);
    saved({ ...shopRows[0], version: 2 });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fixture.questions[0]?.signal?.aborted).toBe(true);
  });
});

describe("a conflict", () => {
  const conflicting = () => {
    const fixture = fixtureConsole();
    fixture.on("PUT /test/shop/edit", ({ data }) => {
      if ((data as { version: number }).version === 1) {
        throw refusal(409, 409, "数据已被他人修改", {
          current: { ...shopRows[0], version: 2, name: "他改的名称", phone: "13900000000" },
        });
      }
      return data;
    });
    return fixture;
  };

  async function saveMine(user: User) {
    const dialog = await openEdit(user);
    await retype(user, dialog.getByLabelText("门店名称"), "我改的名称");
    await user.click(save(dialog));
    // The dialogs' label ids are one constant in a test run, so the second is found by its title.
    const question = (await screen.findByText("数据已被他人修改")).closest<HTMLElement>("[role=dialog]");
    if (!question) throw new Error("no conflict dialog");
    return within(question);
  }

  test("shows both versions field by field", async () => {
    const { user } = renderScreen(conflicting());
    const question = await saveMine(user);
    const rows = question.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ["字段", "我填写的", "现在的"],
      ["门店名称", "我改的名称", "他改的名称"],
      ["联系电话", "没有修改，保留现在的", "13900000000"],
    ]);
  });

  test("keeping mine saves my change over the new version", async () => {
    const fixture = conflicting();
    const { user } = renderScreen(fixture);
    const question = await saveMine(user);
    await user.click(await enabled(question, "用我的保存"));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/edit")[1]?.data).toEqual({ id: "s1", version: 2, name: "我改的名称" }),
    );
  });

  test("taking theirs opens the form on the row as it is now", async () => {
    const fixture = conflicting();
    const { user } = renderScreen(fixture);
    const question = await saveMine(user);
    fixture.on("GET /test/shop/queryById", () => ({ ...shopRows[0], version: 2, name: "他改的名称" }));
    await user.click(question.getByRole("button", { name: "用现在的" }));
    await waitFor(() =>
      expect((screen.getByLabelText("门店名称", { selector: "[role=dialog] *" }) as HTMLInputElement).value).toBe(
        "他改的名称",
      ),
    );
  });

  test("going back loses nothing that was typed", async () => {
    const { user } = renderScreen(conflicting());
    const question = await saveMine(user);
    await user.click(question.getByRole("button", { name: "返回修改" }));
    const dialog = within(await screen.findByRole("dialog", { name: "编辑门店" }));
    expect((dialog.getByLabelText("门店名称") as HTMLInputElement).value).toBe("我改的名称");
  });
});

describe("a transition that asks", () => {
  test("sends the answers with the id and the version", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    await user.click((await screen.findAllByRole("button", { name: "更多操作" }))[0] as HTMLElement);
    await user.click(await screen.findByRole("menuitem", { name: "驳回" }));
    const dialog = within(await screen.findByRole("dialog", { name: "驳回" }));
    await user.click(dialog.getByRole("button", { name: "驳回" }));
    expect(fixture.callsTo("PUT /test/shop/reject")).toHaveLength(0);
    await user.type(await dialog.findByLabelText(/备注/), "资料不全");
    await user.click(dialog.getByRole("button", { name: "驳回" }));
    await waitFor(() =>
      expect(fixture.callsTo("PUT /test/shop/reject")[0]?.data).toEqual({ id: "s1", version: 1, remark: "资料不全" }),
    );
  });
});
