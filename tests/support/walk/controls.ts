import type { ElementHandle, Page } from "playwright-core";

/** A control as a person knows it. */
export interface Control {
  readonly role: string;
  readonly name: string;
}

/** Where the controls stand: in the page, in the topmost dialog, or in an open menu. */
export type Place = "page" | "dialog" | "menu";

/**
 * Marks every control of a place that can be pressed with its number and answers them in their order. Of rows that
 * are alike only the first one counts, and of controls with one name.
 */
export function findControls(page: Page, place: Place): Promise<readonly Control[]> {
  return page.evaluate((where) => {
    const isShown = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
    };
    const last = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown).at(-1);
    const roots = {
      page: "main",
      dialog: "dialog[open], [role=dialog], [role=alertdialog]",
      menu: "[role=menu]:not(aside *):not(nav *)",
    };
    const root = last(roots[where]);
    for (const element of document.querySelectorAll("[data-walk]")) element.removeAttribute("data-walk");
    if (!root) return [];
    const pressed = "button, [role=button], [role=tab], [role=switch], [role=menuitem], input[type=submit]";
    const firstRow = new Map<Element, Element>();
    const found: { role: string; name: string }[] = [];
    const names = new Set<string>();
    for (const element of root.querySelectorAll<HTMLElement>(pressed)) {
      const row = element.closest("tbody tr, [role=row], .sc-row-card");
      const body = row?.parentElement;
      const isHead = element.closest("thead, [role=columnheader]") !== null;
      if (row && body && !isHead) {
        if (!firstRow.has(body)) firstRow.set(body, row);
        if (firstRow.get(body) !== row) continue;
      }
      if (!isShown(element) || element.matches(":disabled, [aria-disabled=true]") || element.closest("[inert]"))
        continue;
      const role = element.getAttribute("role") ?? "button";
      const name = (element.getAttribute("aria-label") ?? element.innerText ?? element.title)
        .replace(/\s+/g, " ")
        .replace(/(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g, "")
        .trim();
      if (names.has(`${role} ${name}`)) continue;
      names.add(`${role} ${name}`);
      element.setAttribute("data-walk", String(found.length));
      found.push({ role, name });
    }
    return found;
  }, place);
}

/** The control's element, found anew: a press may have drawn the page again. */
export async function elementOf(
  page: Page,
  place: Place,
  { role, name }: Control,
): Promise<ElementHandle<Element> | undefined> {
  const controls = await findControls(page, place);
  const index = controls.findIndex((control) => control.role === role && control.name === name);
  return index < 0 ? undefined : ((await page.$(`[data-walk="${index}"]`)) ?? undefined);
}
