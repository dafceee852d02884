import type { Locator, Page } from "playwright-core";
import { type Field, type FieldKind, findFields, leaveField, typeInto } from "./fields.ts";

/** What people type that cannot be right, by the kind of the field. */
export const wrongInputs = {
  empty: { text: "", password: "", number: "", date: "" },
  "too long": { text: "长".repeat(3_000), password: "x".repeat(3_000), number: "9".repeat(40), date: "99999-99-99" },
  "wrongly typed": {
    text: "<b>￥%_'\"\\",
    password: "短",
    number: "十二abc",
    date: "不是日期",
    select: "查无此词",
  },
  "out of range": { text: " ", password: " ", number: "-99999999999", date: "0001-01-01" },
} as const satisfies Readonly<Record<string, Partial<Record<FieldKind, string>>>>;

export type WrongKind = keyof typeof wrongInputs;

/** What a field shows of a value that it cannot show. */
const broken = /Invalid|NaN|undefined|null|\[object|\de\+\d/;

export interface WronglyFilled {
  /** Fields that a wrong input was typed into. */
  readonly count: number;
  readonly problems: readonly string[];
  /** Labels of fields that kept a wrong input; they must say so when the form is sent. */
  readonly kept: ReadonlySet<string>;
}

/** Fills every field of a form wrongly in one way. */
export async function fillWrongly(page: Page, form: Locator, kind: WrongKind): Promise<WronglyFilled> {
  const texts: Partial<Record<FieldKind, string>> = wrongInputs[kind];
  const problems: string[] = [];
  const kept = new Set<string>();
  let count = 0;
  for (let at = 0; ; at += 1) {
    // Found anew each time: fields come and go with what is typed in others.
    const field = (await findFields(form))[at];
    if (!field) break;
    const text = texts[field.kind];
    if (text === undefined || isNarrowing(field)) continue;
    try {
      await typeInto(page, field, text);
    } catch {
      problems.push(`“${field.label}” cannot be typed into`);
      continue;
    }
    count += 1;
    if (field.kind === "select" && !(await isListTelling(page)))
      problems.push(`“${field.label}” finds nothing silently`);
    await leaveField(page);
    const left = (await findFields(form)).find(({ label, kind: same }) => label === field.label && same === field.kind);
    if (!left) continue;
    if (left.kind !== "text" && broken.test(left.shown)) problems.push(`“${left.label}” shows “${left.shown}”`);
    const isTyped = text !== "" && left.shown === text;
    if (isTyped && !left.isInvalid && (left.kind === "number" || left.kind === "date")) kept.add(left.label);
  }
  return { count, problems, kept };
}

/** A search inside a window narrows what stands below it and is not sent. */
const isNarrowing = ({ label }: Field): boolean => /搜索|查找|跳至|^页$/.test(label);

/** A list without entries says that there are none. */
function isListTelling(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const lists = ".ant-select-dropdown, .ant-cascader-dropdown, .sc-choice-popup";
    const open = [...document.querySelectorAll<HTMLElement>(lists)].filter(
      (element) => element.getBoundingClientRect().height > 0 && getComputedStyle(element).visibility !== "hidden",
    );
    return open.every((element) => element.innerText.trim() !== "");
  });
}
