import { AppError } from "../http/errors.ts";

/** Mobile numbers of the specification: 1, then 3, 4, 5, 7 or 8, then nine digits. */
const mobile = /^1[34578]\d{9}$/;

/** @throws AppError INVALID */
export function readPhone(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") throw invalid("手机号不允许为空！");
  if (!mobile.test(text)) throw invalid("请输入正确手机号");
  return text;
}

export function isPhone(text: string): boolean {
  return mobile.test(text);
}

function invalid(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
