import type { Locator, Page } from "playwright-core";
import { still } from "./watch-page.ts";

export type FieldKind = "text" | "password" | "number" | "date" | "select";

/** A field of a form as a person knows it. */
export interface Field {
  readonly at: number;
  readonly kind: FieldKind;
  readonly label: string;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  /** The words that stand in it; empty while nothing is chosen or typed. */
  readonly shown: string;
}

/** Marks the fields of a form that can be filled with their number and answers them in their order. */
export function findFields(form: Locator): Promise<readonly Field[]> {
  return form.evaluate((root) => {
    for (const element of document.querySelectorAll("[data-walk-field]")) element.removeAttribute("data-walk-field");
    const typed =
      "input:not([type=file], [type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden]), textarea, [contenteditable=true], [role=combobox]";
    const closed = ":disabled, [aria-disabled=true], [inert] *, [aria-hidden=true] *, .monaco-editor *";
    const calendar = ".anticon-calendar, .anticon-clock-circle";
    const isShown = (element: Element) => element.getBoundingClientRect().width > 0;
    /** The box that is drawn around an input. */
    const boxOf = (element: Element) => element.closest(".ant-select, .ant-picker, .sc-box") ?? element;
    const kindOf = (element: Element) => {
      if (element.closest(".ant-picker") || boxOf(element).querySelector(calendar)) return "date" as const;
      if (element.matches("[role=spinbutton], [type=number], [inputmode=decimal]")) return "number" as const;
      if (element.matches("[role=combobox]")) return "select" as const;
      return element.matches("[type=password]") ? ("password" as const) : ("text" as const);
    };
    const shownIn = (element: Element, kind: string) => {
      if (kind === "select") {
        const box = boxOf(element) as HTMLElement;
        const isEmpty = box.matches(".sc-face-empty") || box.querySelector("[class*=placeholder]") !== null;
        return isEmpty ? "" : box.innerText.trim();
      }
      return "value" in element ? String(element.value) : (element as HTMLElement).innerText.trim();
    };
    const fields: {
      at: number;
      kind: "text" | "password" | "number" | "date" | "select";
      label: string;
      isRequired: boolean;
      isInvalid: boolean;
      shown: string;
    }[] = [];
    for (const element of root.querySelectorAll<HTMLElement>(typed)) {
      const kind = kindOf(element);
      const isFixed = element.matches("[readonly]") && kind !== "select";
      if (!isShown(element) || element.matches(closed) || isFixed) continue;
      const label = (element as HTMLInputElement).labels?.[0]?.innerText ?? "";
      const at = fields.length;
      element.setAttribute("data-walk-field", String(at));
      fields.push({
        at,
        kind,
        label: (element.getAttribute("aria-label") || label || element.getAttribute("placeholder") || kind).trim(),
        isRequired: element.matches("[aria-required=true], [required]"),
        isInvalid: element.matches("[aria-invalid=true]"),
        shown: shownIn(element, kind),
      });
    }
    return fields;
  });
}

const handMs = 3_000;

/** Types into a field as a person does: press it, take what stands there, type, go on to the next one. */
export async function typeInto(page: Page, { at }: Field, text: string): Promise<void> {
  const field = page.locator(`[data-walk-field="${at}"]`);
  // What lies over an input, the words of a choice for instance, passes the press on.
  await field.click({ force: true, timeout: handMs });
  await still(page, handMs);
  await page.keyboard.press("ControlOrMeta+A");
  if (text === "") await page.keyboard.press("Delete");
  else await page.keyboard.insertText(text);
}

/** Leaves the field that was typed into, and the list or calendar that it opened. */
export async function leaveField(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await still(page, handMs);
}
