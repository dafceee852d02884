import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { testPassword } from "./console-server.ts";
import { callerOf, callerWith, openSession } from "./page-caller.ts";

interface NewPerson {
  readonly username: string;
  readonly realname: string;
  readonly [field: string]: string;
}

const url = inject("consoleUrl");

/** Adds a person with `testPassword`, past the change that a password made by somebody else asks for. */
export async function addPerson(person: NewPerson): Promise<void> {
  const first = `${testPassword}-first`;
  const { username } = person;
  const admin = await callerOf(url, "admin");
  const added = await admin.send("POST", "/sys/user/add", { ...person, password: first });
  if (!added.success) throw new Error(added.message);
  const owner = callerWith(url, await openSession(url, username, first));
  const change = { username, oldpassword: first, password: testPassword, confirmpassword: testPassword };
  await owner.send("PUT", "/sys/user/updatePassword", change);
}

/** A role that can open something: without one there is no menu. */
export async function someRole(): Promise<{ readonly selectedroles: string }> {
  const admin = await callerOf(url, "admin");
  const roles = await admin.get<readonly { readonly id: string; readonly roleCode: string }[]>(
    "/sys/role/queryall",
    {},
  );
  return { selectedroles: roles.result.find(({ roleCode }) => roleCode === "settle_manager")?.id ?? "" };
}

/** Asks for a code by text message and types the one that arrives. */
export async function typeCode(page: Page, phone: string): Promise<void> {
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后重试/).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("placeholder"));
  await expect.poll(focused).toBe("请输入短信验证码");
  await page.getByPlaceholder("请输入短信验证码").fill(await readCode(phone));
}

/** The newest code that was sent to a number, as its owner reads it. */
async function readCode(phone: string): Promise<string> {
  const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  const admin = await callerOf(url, "admin");
  const messages = await admin.get<{
    readonly records: readonly { readonly id: string; readonly esReceiver: string }[];
  }>("/sys/message/sysMessage/list", { column: "createTime", order: "desc" });
  const id = messages.result.records.find(({ esReceiver }) => esReceiver === masked)?.id;
  return (await fetch(`${inject("smsUrl")}${id}`)).text();
}
