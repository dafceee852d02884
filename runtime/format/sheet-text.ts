/** How a text begins that a spreadsheet runs, in half and full width. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
/** Nothing is run in a negative number, and a mark would keep it from being counted. */
const negative = /^-\d+(\.\d+)?$/;

/**
 * Text that a spreadsheet would run as a formula is marked as text. Every file that the server or the console writes goes
 * through here.
 *
 * A leading apostrophe is what spreadsheets themselves use; it keeps the value readable in every program.
 * @example neutraliseFormula("=1+1") // "'=1+1"
 */
export function neutraliseFormula(text: string): string {
  return formulaStart.test(text) && !negative.test(text) ? `'${text}` : text;
}

/** The text without the mark, for what was exported and comes in again. */
export function withoutFormulaMark(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}
