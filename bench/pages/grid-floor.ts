// The least that the browser allows: pooled rows and cells outside any framework, columns cut to the width in sight.
// No selection, keys, roles or pinned columns: an anchor, not a product.
import "./page.css";
import { registerPage } from "./register.ts";
import { type BenchRow, columns, columnWidthPx, linearPass, rowHeightPx, tagsOf, words } from "./workload.ts";

const heightPx = 800;
const overscan = 5;
const shown = columns.slice(0, Math.ceil(1400 / columnWidthPx) + 1);
let rows: BenchRow[] = [];
let order: number[] = [];
let first = -1;
const view = document.createElement("div");
const body = document.createElement("div");
const pool: { readonly element: HTMLElement; at: number }[] = [];

function fill(cell: HTMLElement, column: (typeof columns)[number], value: unknown) {
  if (column.type === "checkbox") {
    if (!cell.firstChild) cell.append(Object.assign(document.createElement("input"), { type: "checkbox" }));
    (cell.firstChild as HTMLInputElement).checked = value === "Y";
    return;
  }
  if (column.type !== "tags") {
    cell.textContent = words(column.type, value);
    return;
  }
  cell.replaceChildren(
    ...tagsOf(value).map((text) =>
      Object.assign(document.createElement("span"), { className: "tag", textContent: text }),
    ),
  );
}

function draw(isForced: boolean) {
  const from = Math.max(0, Math.min(order.length - pool.length, Math.floor(view.scrollTop / rowHeightPx) - overscan));
  if (from === first && !isForced) return;
  first = from;
  pool.forEach((slot, index) => {
    const at = from + ((index - (from % pool.length) + pool.length) % pool.length);
    if (slot.at === at && !isForced) return;
    slot.at = at;
    slot.element.style.transform = `translateY(${at * rowHeightPx}px)`;
    const row = rows[order[at] ?? -1];
    shown.forEach((column, place) => {
      fill(slot.element.children[place] as HTMLElement, column, row?.[column.key]);
    });
  });
}

const cellStyle = `position:absolute;top:0;width:${columnWidthPx}px;height:${rowHeightPx}px;padding:9px 8px;overflow:hidden;white-space:nowrap`;

function newRow(): HTMLElement {
  const row = document.createElement("div");
  row.style.cssText = `position:absolute;left:0;top:${rowHeightPx}px;height:${rowHeightPx}px;width:${columnWidthPx * 20}px;contain:strict;border-bottom:1px solid #eee`;
  shown.forEach((_, place) => {
    const cell = document.createElement("div");
    cell.style.cssText = `${cellStyle};left:${place * columnWidthPx}px`;
    row.append(cell);
  });
  return row;
}

function edit(event: MouseEvent) {
  const cell = (event.target as HTMLElement).closest<HTMLElement>("div");
  const slot = pool.find(({ element }) => element === cell?.parentElement);
  const column = shown[slot && cell ? [...slot.element.children].indexOf(cell) : -1];
  const row = rows[order[slot?.at ?? -1] ?? -1];
  if (!cell || !column || !row) return;
  const input = Object.assign(document.createElement("input"), { value: String(row[column.key]) });
  cell.replaceChildren(input);
  input.focus();
  input.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter") return;
    row[column.key] = input.value;
    input.remove();
    fill(cell, column, row[column.key]);
  });
}

registerPage({
  mount(element, data) {
    rows = data;
    order = data.map((_, index) => index);
    view.style.cssText = `height:${heightPx}px;overflow:auto;position:relative`;
    body.style.cssText = `position:relative;height:${rowHeightPx * (data.length + 1)}px;width:${columnWidthPx * 20}px`;
    const head = newRow();
    head.style.cssText += ";position:sticky;top:0;z-index:1;background:#fafafa";
    shown.forEach((column, place) => {
      (head.children[place] as HTMLElement).textContent = column.title;
    });
    for (let slot = 0; slot < Math.ceil(heightPx / rowHeightPx) + 2 * overscan; slot += 1) {
      pool.push({ element: newRow(), at: -1 });
    }
    draw(true);
    body.append(head, ...pool.map((slot) => slot.element));
    view.append(body);
    view.addEventListener("scroll", () => draw(false), { passive: true });
    body.addEventListener("dblclick", edit);
    element.append(view);
  },
  scrollTo: (topPx) => {
    view.scrollTop = topPx;
  },
  setCell(index, key, value) {
    const row = rows[index];
    if (row) row[key] = value;
    draw(true);
  },
  setColumn(key, values) {
    values.forEach((value, index) => {
      const row = rows[index];
      if (row) row[key] = value;
    });
    draw(true);
  },
  sort(key) {
    const numbers = Float64Array.from(rows, (row) => Number(row[key]));
    order.sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0));
    draw(true);
  },
  validate: linearPass,
});
