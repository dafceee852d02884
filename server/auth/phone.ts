import { mobileNumber } from "../../runtime/record/mobile-number.ts";
import { AppError } from "../http/errors.ts";

/** @throws AppError INVALID */
export function readPhone(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") throw invalid("手机号不允许为空！");
  if (!mobileNumber.test(text)) throw invalid("请输入正确手机号");
  return text;
}

export function isPhone(text: string): boolean {
  return mobileNumber.test(text);
}

function invalid(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
