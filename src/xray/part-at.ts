import type { PartPlace } from "../../runtime/compile/part-place.ts";

/** A part of a page as it is drawn. */
export interface DrawnPart {
  /** What was pointed at: a part, or a cell below its head. */
  readonly element: HTMLElement;
  readonly title: string;
  readonly place: PartPlace;
  readonly permission: string | undefined;
}

const marked = "[data-at]";

/** The part at an element; a cell belongs to the column above it. */
export function partAt(target: Element): DrawnPart | undefined {
  const own = target.closest<HTMLElement>(marked);
  if (own) return partOf(own, own);
  const cell = target.closest("td");
  const table = cell?.closest("table");
  if (!cell || !table) return undefined;
  const { left, width } = cell.getBoundingClientRect();
  const middle = left + width / 2;
  const head = [...table.querySelectorAll<HTMLElement>(`thead ${marked}`)].find((one) => {
    const box = one.getBoundingClientRect();
    return box.left <= middle && middle <= box.right;
  });
  return head && partOf(head, cell);
}

/** Every part in sight, in reading order. */
export function partsInSight(): readonly DrawnPart[] {
  return [...document.querySelectorAll<HTMLElement>(marked)].flatMap((element) =>
    element.getClientRects().length > 0 ? partOf(element, element) : [],
  );
}

function partOf(mark: HTMLElement, element: HTMLElement): DrawnPart {
  const { at = "", from, permission } = mark.dataset;
  const title = mark.getAttribute("aria-label") ?? mark.querySelector("label, dt, h3")?.textContent ?? mark.innerText;
  return { element, title: title.trim().slice(0, 40), place: { at, from }, permission };
}
