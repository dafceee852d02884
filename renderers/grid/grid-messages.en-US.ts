import { inSentence, plural, type Texts } from "../../runtime/language/language.ts";
import type { chineseGrid } from "./grid-messages.ts";

export const englishGrid: Texts<typeof chineseGrid> = {
  addRow: "Add row",
  pickRows: (title) => `Select ${inSentence(title)}`,
  pickedKnown: (count) => `${count} already in the table, not added again`,
  removeRows: (count, verb = "Delete") => (count > 0 ? `${verb} ${plural(count, "row")}` : verb),
  saveRows: "Save",
  removeTitle: "Delete",
  removeText: (count) => `Delete ${plural(count, "row")}?`,
  selectFirst: "Select a row first",
  tooFast: "You clicked too fast, please click slowly!",
  rows: (count) => plural(count, "row"),
  wrong: (count) => `${count} to correct`,
  nextWrong: "Go to next",
  previousWrong: "Previous",
  sum: "Sum",
  average: "Average",
  keys: "Tab to the next cell, Enter down, Esc cancels; paste from Excel",
  block: ({ filled, cells, sum, average }) =>
    [`${cells} cells`, `${filled} filled`, ...(sum === undefined ? [] : [`sum ${sum}`, `average ${average}`])].join(
      ", ",
    ),
  empty: (title) => `No ${inSentence(title)} yet`,
  emptyHint: "Choose “Add row” to begin, or paste from Excel.",
  drag: "Drag to sort, or Alt with the up and down keys",
  rowMenu: "Row actions",
  insertAbove: "Insert above",
  insertBelow: "Insert below",
  duplicate: "Duplicate row",
  clearCell: "Clear cell",
  removeRow: "Delete row",
  select: (no) => `Select row ${no}`,
  selectAll: "Select all",
  cell: (title, no) => `${title}, row ${no}`,
  noRoom: (count, max) =>
    max === undefined
      ? `${plural(count, "row")} not pasted`
      : `At most ${max} rows: ${plural(count, "row")} not pasted`,
  notFound: (text) => `“${text}” was not found`,
  foundSeveral: (text, count) => `There are ${count} of “${text}”: choose one`,
  notAChoice: (text) => `“${text}” cannot be chosen`,
  tooMuch: (size) => `The clipboard holds ${size}; at most 5 MB can be pasted`,
  showMore: (count) => `Show ${count} more rows`,
  loadFailed: "The rows could not be loaded",
};
