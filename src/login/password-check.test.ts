import { expect, it } from "vitest";
import { refusedField } from "./password-check.ts";

it.each([
  ["旧密码输入错误!", "oldPassword"],
  ["该用户登录失败次数过多，请于10分钟后再次登录！", "oldPassword"],
  ["这个密码太常见，容易被猜到，请换一个", "newPassword"],
  ["新密码不能与旧密码相同", "newPassword"],
])("SES-14 “%s” stands under the field that it is about", (message, field) => {
  expect(refusedField(message)).toBe(field);
});
