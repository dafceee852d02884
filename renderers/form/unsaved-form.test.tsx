// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Draft, UnsavedWork } from "../../runtime/react/services.ts";
import { type FixtureConsole, fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);

/** A console that keeps drafts and knows what is unsaved. */
function consoleWithDrafts(): { fixture: FixtureConsole; drafts: Map<string, Draft>; isDirty(): boolean } {
  const drafts = new Map<string, Draft>();
  const watched = new Set<() => boolean>();
  const unsaved: UnsavedWork = {
    watch(isDirty) {
      watched.add(isDirty);
      return () => void watched.delete(isDirty);
    },
    readDraft: (key) => drafts.get(key),
    writeDraft(key: string, values: Row | undefined) {
      if (values) drafts.set(key, { values, savedAt: Date.parse("2024-11-21T14:32:00") });
      else drafts.delete(key);
    },
  };
  const fixture = fixtureConsole();
  return {
    fixture: { ...fixture, services: { ...fixture.services, unsaved } },
    drafts,
    isDirty: () => [...watched].some((isDirty) => isDirty()),
  };
}

type User = ReturnType<typeof renderScreen>["user"];
const openAdd = (user: User) => openForm(user, "新增门店", "新增门店");
const openEdit = (user: User) => openForm(user, "编辑", "编辑门店");

async function openForm(user: User, button: string, title: string) {
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog", { name: title });
  await within(dialog).findByLabelText("门店名称");
  return within(dialog);
}
const nameOf = (dialog: ReturnType<typeof within>) => dialog.getByLabelText("门店名称") as HTMLInputElement;

test("ERR-02 a form reports what was typed and not saved, until it is given up", async () => {
  const { fixture, isDirty, drafts } = consoleWithDrafts();
  const { user } = renderScreen(fixture);
  const dialog = await openAdd(user);
  expect(isDirty()).toBe(false);
  await user.type(nameOf(dialog), "望江");
  expect(isDirty()).toBe(true);
  await waitFor(() => expect([...drafts.values()][0]?.values).toMatchObject({ name: "望江" }));
  await user.click(dialog.getByRole("button", { name: "取消" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(isDirty()).toBe(false);
  expect(drafts.size).toBe(0);
});

test("a draft that was left behind is offered, restored on request, and gone after saving", async () => {
  const { fixture, drafts } = consoleWithDrafts();
  const first = renderScreen(fixture);
  const before = await openEdit(first.user);
  await first.user.clear(nameOf(before));
  await first.user.type(nameOf(before), "清溪路二店");
  await waitFor(() => expect([...drafts.values()][0]?.values).toEqual({ name: "清溪路二店" }));
  cleanup();

  const { user } = renderScreen(fixture);
  const dialog = await openEdit(user);
  expect(dialog.getByText("有 11-21 14:32 填写后没有保存的内容。")).toBeTruthy();
  expect(nameOf(dialog).value).toBe("清溪路店");
  await user.click(dialog.getByRole("button", { name: "恢复" }));
  await waitFor(() => expect(nameOf(dialog).value).toBe("清溪路二店"));
  expect(dialog.queryByRole("button", { name: "丢弃" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(fixture.callsTo("PUT /test/shop/edit")[0]?.data).toEqual({ id: "s1", version: 1, name: "清溪路二店" });
  expect(drafts.size).toBe(0);
});

test("a draft that is thrown away is not offered again", async () => {
  const { fixture, drafts } = consoleWithDrafts();
  const { user } = renderScreen(fixture);
  await user.type(nameOf(await openAdd(user)), "误填");
  await waitFor(() => expect(drafts.size).toBe(1));
  cleanup();
  const again = renderScreen(fixture);
  const dialog = await openAdd(again.user);
  await again.user.click(dialog.getByRole("button", { name: "丢弃" }));
  expect(drafts.size).toBe(0);
  expect(dialog.queryByText(/填写后没有保存的内容/)).toBeNull();
});

test("what a draft holds for a field that is gone since is shown, not dropped", async () => {
  const { fixture, drafts } = consoleWithDrafts();
  const first = renderScreen(fixture);
  await first.user.type(nameOf(await openEdit(first.user)), "改");
  await waitFor(() => expect(drafts.size).toBe(1));
  cleanup();
  const [[key = "", draft] = []] = [...drafts];
  drafts.set(key, { savedAt: 0, ...draft, values: { name: "清溪路二店", formerNote: "写了很久" } });

  const { user } = renderScreen(fixture);
  const dialog = await openEdit(user);
  await user.click(dialog.getByRole("button", { name: "恢复" }));
  expect(nameOf(dialog).value).toBe("清溪路二店");
  dialog.getByText("下列字段已改名或移除，内容没有恢复，请自行处理：formerNote：写了很久");
  await user.click(dialog.getByRole("button", { name: "知道了" }));
  expect(dialog.queryByText(/formerNote/)).toBeNull();
});
