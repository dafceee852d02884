import type { Locator, Page } from "playwright-core";
import { type Field, findFields, leaveField, typeInto } from "./fields.ts";
import { still } from "./watch-page.ts";

let number = 0;

/** What fits a field, by the words of its label; the first that matches. */
const byLabel: readonly (readonly [label: RegExp, text: (n: number) => string])[] = [
  [/确认密码|密码/, () => "Heron-Lake-2419"],
  [/手机|电话/, (n) => `139${String(40_000_000 + n)}`],
  [/邮箱|邮件/, (n) => `patrol${n}@example.cn`],
  [/网址|链接|URI|URL/i, () => "https://example.cn/"],
  [/路径|路由/, (n) => `/patrol/${n}`],
  [/编码|代码|编号|标识|账号|工号|卡号|键|值/, (n) => `patrol${n}`],
];

const days = ["2026-11-20", "2026-11-20 10:00:00", "2026-11", "10:00:00", "10:00"];

/** Fills what has to be filled and is not yet, or was refused before, with something that fits. */
export async function fillRightly(page: Page, form: Locator): Promise<void> {
  for (let at = 0; ; at += 1) {
    const field = (await findFields(form))[at];
    if (!field) return;
    const isMissing = field.isRequired && field.shown === "";
    if (isMissing || field.isInvalid) await fillOne(page, form, field).catch(() => undefined);
  }
}

async function fillOne(page: Page, form: Locator, field: Field): Promise<void> {
  if (field.kind === "select") return chooseFirst(page, form, field);
  if (field.kind === "number") return type(page, field, "1");
  if (field.kind !== "date") return type(page, field, textFor(field.label));
  for (const day of days) {
    await type(page, field, day);
    const now = (await findFields(form))[field.at];
    if (now && now.shown !== "" && !now.isInvalid) return;
  }
}

async function type(page: Page, field: Field, text: string): Promise<void> {
  await typeInto(page, field, text);
  await leaveField(page);
}

function textFor(label: string): string {
  number += 1;
  return byLabel.find(([pattern]) => pattern.test(label))?.[1](number) ?? `巡检${number}`;
}

/** By keys, as every list of entries is used: the first of them, or the one below what stands out. */
async function chooseFirst(page: Page, form: Locator, field: Field): Promise<void> {
  for (const keys of [["Enter"], ["ArrowDown", "Enter"]]) {
    await page.locator(`[data-walk-field="${field.at}"]`).click({ force: true, timeout: 3_000 });
    await still(page, 5_000);
    for (const key of keys) await page.keyboard.press(key);
    await leaveField(page);
    const now = (await findFields(form))[field.at];
    if (now?.shown) return;
  }
}
