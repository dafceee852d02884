import type { ElementHandle, Page } from "playwright-core";

/** A control as a person knows it. */
export interface Control {
  readonly role: string;
  readonly name: string;
  /** What it does, whichever row it stands in: a name that is a row's own data does not count. */
  readonly kind: string;
  /** The toolbar of an editor that it belongs to: the same one wherever such an editor stands. Empty outside of one. */
  readonly bar: string;
}

/** Where the controls stand: in the page, in the topmost dialog, or in an open menu. */
export type Place = "page" | "dialog" | "menu";

/** Windows over the page, questions included. */
export const dialogs = [
  "dialog[open]",
  "[role=dialog]:visible",
  "[role=alertdialog]:visible",
  ".ant-popover:visible:has(button, input)",
].join(", ");

export const menus = "[role=menu]:visible:not(aside *):not(nav *)";

export const dialogCount = (page: Page): Promise<number> => page.locator(dialogs).count();

/** The name of the topmost dialog; empty where the page itself lies open. Figures in it do not count. */
export async function scopeOf(page: Page): Promise<string> {
  const dialog = page.locator(dialogs).last();
  if ((await dialog.count()) === 0) return "";
  const name = await dialog.evaluate((element) => {
    const labelled = element.getAttribute("aria-labelledby");
    const label = labelled && document.getElementById(labelled)?.textContent;
    return element.getAttribute("aria-label") || label || "dialog";
  });
  return name.replace(/\d+/g, "#");
}

/**
 * Marks every control of a place that can be pressed with its number and answers them in their order. Of rows that
 * are alike only the first one counts, of controls with one name, and of names that differ in their figures only; what
 * is chosen already has nothing to answer.
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
      dialog: "dialog[open], [role=dialog], [role=alertdialog], .ant-popover:has(button, input)",
      menu: "[role=menu]:not(aside *):not(nav *)",
    };
    const root = last(roots[where]);
    for (const element of document.querySelectorAll("[data-walk]")) element.removeAttribute("data-walk");
    if (!root) return [];
    const pressed =
      "button, a[href], [role=button], [role=tab], [role=switch], [role=menuitem], input[type=submit], input[type=button]";
    const closed = ":disabled, [aria-disabled=true], [aria-hidden=true] *, [inert] *";
    const chosen = "[role=tab][aria-selected=true], [aria-current], [role=radio][aria-checked=true]";
    // The arrows in a number are its arrow keys, drawn for the pointer that stands on it.
    const arrows = ".ant-input-number [role=button]";
    const isOneOfChosen = (element: Element) =>
      element.matches("[aria-pressed=true]") && element.parentElement?.querySelector("[aria-pressed=false]") !== null;
    const manyAlike = 6;
    const rowOf = (element: Element) => {
      const row = element.closest("tbody tr, [role=row], [role=treeitem], .sc-row-card");
      if (row) return row;
      const entry = element.closest("li:not([role=menuitem]):not([class*=pagination])");
      return entry && (entry.parentElement?.childElementCount ?? 0) > manyAlike ? entry : null;
    };
    const firstRow = new Map<Element, Element>();
    /** The only control of a cell shows the cell's value: its column says what it does. */
    const columnOf = (element: Element) => {
      const cell = element.closest<HTMLElement>("td, [role=cell], [role=gridcell]");
      if (!cell || cell.querySelectorAll(pressed).length > 1) return undefined;
      const table = cell.closest("table, [role=table], [role=grid]")?.getAttribute("aria-label") ?? "";
      return `${table} column ${[...(cell.parentElement?.children ?? [])].indexOf(cell)}`;
    };
    /** An editor's toolbar is known by its beginning: what stands further on comes and goes with the text. */
    const barOf = (element: Element) => {
      const bar = element.closest("[role=toolbar]");
      if (!bar) return "";
      const names = [...bar.querySelectorAll("button")].slice(0, 3).map((button) => button.getAttribute("aria-label"));
      return [bar.getAttribute("aria-label"), ...names].join(" ");
    };
    // A handle is dragged, or moved by the arrow keys.
    const handles = /上下键|左右键|方向键/;
    const found: { role: string; name: string; kind: string; bar: string }[] = [];
    const names = new Set<string>();
    for (const element of root.querySelectorAll<HTMLElement>(pressed)) {
      const row = rowOf(element);
      const body = row?.parentElement;
      const isHead = element.closest("thead, [role=columnheader]") !== null;
      if (row && body && !isHead && root.contains(row)) {
        if (!firstRow.has(body)) firstRow.set(body, row);
        if (firstRow.get(body) !== row) continue;
      }
      if (
        element.matches(arrows) ||
        !isShown(element) ||
        element.matches(closed) ||
        element.matches(chosen) ||
        isOneOfChosen(element)
      )
        continue;
      const role = element.getAttribute("role") ?? (element.matches("a[href]") ? "link" : "button");
      const words = element instanceof HTMLInputElement ? element.value : element.innerText;
      const name = (element.getAttribute("aria-label") || words || element.title)
        .replace(/\s+/g, " ")
        .replace(/(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g, "")
        .trim();
      if (names.has(`${role} ${name}`) || handles.test(name)) continue;
      names.add(`${role} ${name}`);
      element.setAttribute("data-walk", String(found.length));
      found.push({ role, name, kind: columnOf(element) ?? name.replace(/\d+/g, "#"), bar: barOf(element) });
    }
    return found;
  }, place);
}

/** The control's element, found anew: a press may have drawn the page again. */
export async function elementOf(
  page: Page,
  place: Place,
  { role, name, kind }: Control,
): Promise<ElementHandle<Element> | undefined> {
  const controls = await findControls(page, place);
  const byName = controls.findIndex((control) => control.role === role && control.name === name);
  const index = byName < 0 ? controls.findIndex((control) => control.role === role && control.kind === kind) : byName;
  return index < 0 ? undefined : ((await page.$(`[data-walk="${index}"]`)) ?? undefined);
}
