// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { closeConsole, openConsole, pageTitled } from "../../tests/support/open-console.tsx";

afterEach(closeConsole);

async function lockedConsole(isDirty: boolean) {
  const opened = openConsole({ at: "/member/list" });
  await pageTitled("会员列表");
  if (isDirty) opened.owner.unsaved.page("/member/list").watch(() => true);
  act(() => opened.owner.lock.lock());
  const leave = await screen.findByRole("button", { name: "退出登录，换个账号" });
  return { ...opened, leave, signOut: vi.spyOn(opened.owner.account, "signOut").mockResolvedValue() };
}

it("signing out on the locked screen says that there is unsaved input, and stays on a no", async () => {
  const { user, leave, signOut } = await lockedConsole(true);
  await user.click(leave);
  expect(screen.getByRole("alert").textContent).toBe("已填写的内容还没有保存，继续操作后会丢失。");
  expect(document.activeElement?.textContent).toBe("取消");
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement?.textContent).toBe("退出登录，换个账号");
  expect(signOut).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "退出登录" }));
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

it("signing out on the locked screen asks nothing where nothing is lost", async () => {
  const { user, leave, signOut } = await lockedConsole(false);
  await user.click(leave);
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});
