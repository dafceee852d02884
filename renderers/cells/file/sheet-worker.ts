import { read, utils } from "@e965/xlsx";
import type { SheetAnswer, SheetQuestion } from "./read-sheet.ts";

self.onmessage = ({ data }: MessageEvent<SheetQuestion>) => self.postMessage(answer(data));

/** Values as the author's program stored them: no formula is computed and no macro is read. */
function answer({ bytes, rows }: SheetQuestion): SheetAnswer {
  try {
    const book = read(bytes, { type: "array", dense: true, cellFormula: false, cellHTML: false, sheetRows: rows + 1 });
    const sheets = book.SheetNames.slice(0, mostSheets).map((name) => {
      const sheet = book.Sheets[name] ?? {};
      const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: "", blankrows: true });
      const texts = lines.map((line) => line.slice(0, mostColumns).map((cell) => String(cell ?? "").slice(0, longest)));
      return {
        name,
        rows: texts.slice(0, rows),
        isCut: texts.length > rows || lines.some(({ length }) => length > mostColumns),
      };
    });
    return { kind: "sheets", sheets };
  } catch (reason) {
    return { kind: /password|encrypt/i.test(String(reason)) ? "locked" : "broken" };
  }
}

const mostSheets = 20;
const mostColumns = 60;
const longest = 500;
