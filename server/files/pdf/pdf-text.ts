import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import LineBreaker from "linebreak";
import { unpackWoff2 } from "./unpack-woff2.ts";

const resolve = createRequire(import.meta.url).resolve;

/** Chinese first; the other one has the signs and alphabets that it lacks. Both are embedded as subsets. */
const readFont = {
  hanzi: () => unpackWoff2(readFileSync(resolve("@librescore/fonts/SourceHanSansCN.min.woff2"))),
  signs: () => readFileSync(resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf")),
} as const;

type FontName = keyof typeof readFont;
const fontNames: readonly FontName[] = ["hanzi", "signs"];

/** Stands for a character that neither font has. */
const missing = "□";
/** A text that is longer is cut, and says so. */
const longestText = 5_000;

export interface TextLook {
  /** Points. */
  readonly size: number;
  readonly color?: string;
  readonly isBold?: boolean;
}

interface Character {
  readonly text: string;
  readonly font: FontName;
  /** Of a size of 1 point. */
  readonly width: number;
}

interface Glyph {
  readonly advanceWidth: number;
}

/** Where the glyphs of a run stand; in thousandths of the size. */
interface Layout {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Readonly<Record<"xAdvance" | "xOffset" | "yOffset" | "advanceWidth", number>>[];
  readonly advanceWidth: number;
}

/** What PDFKit keeps of an opened font; its types leave it out. */
interface OpenFont {
  readonly id: string;
  readonly scale: number;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean; glyphForCodePoint(codePoint: number): Glyph };
  layout: (text: string) => Layout;
  ref(): unknown;
  encode(text: string): readonly [glyphs: readonly string[], positions: unknown];
}

/** Measures, wraps and draws text in two fonts, character by character: text that no font knows is drawn as boxes. */
export class PdfText {
  readonly #doc: PDFKit.PDFDocument;
  readonly #fonts: Readonly<Record<FontName, OpenFont>>;
  readonly #known = new Map<string, Character>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    const open = (name: FontName): OpenFont => {
      doc.registerFont(name, readFont[name]()).font(name);
      const font = (doc as unknown as { _font: OpenFont })._font;
      font.layout = plainLayout(font);
      return font;
    };
    this.#fonts = { hanzi: open("hanzi"), signs: open("signs") };
  }

  width(text: string, size: number): number {
    let width = 0;
    for (const character of text) width += this.#character(character).width;
    return width * size;
  }

  /** Lines of at most this width; what has no place to break is broken anywhere. Control characters are left out. */
  wrap(text: string, width: number, size: number): string[] {
    return readable(text)
      .split("\n")
      .flatMap((paragraph) =>
        this.width(paragraph, size) <= width ? [paragraph] : this.#wrapParagraph(paragraph, width, size),
      );
  }

  #wrapParagraph(paragraph: string, width: number, size: number): string[] {
    const lines: string[] = [];
    let line = "";
    let used = 0;
    const put = (piece: string) => {
      line += piece;
      used += this.width(piece, size);
    };
    const end = () => {
      lines.push(line.trimEnd());
      line = "";
      used = 0;
    };
    for (const piece of breakable(paragraph)) {
      const wide = this.width(piece.trimEnd(), size);
      if (used + wide > width && line !== "") end();
      if (wide <= width) {
        put(piece);
        continue;
      }
      for (const character of piece) {
        if (line !== "" && used + this.width(character, size) > width) end();
        put(character);
      }
    }
    if (line !== "") end();
    return lines;
  }

  /** The text as one line, cut where the width ends. */
  cut(text: string, width: number, size: number): string {
    const line = readable(text).replaceAll("\n", " ");
    if (this.width(line, size) <= width) return line;
    let kept = "";
    let used = this.width("…", size);
    for (const character of line) {
      used += this.width(character, size);
      if (used > width) break;
      kept += character;
    }
    return `${kept}…`;
  }

  /** Draws one line; `y` is its baseline. */
  draw(line: string, x: number, y: number, { size, color = "#1f2329", isBold = false }: TextLook): void {
    this.#doc.fontSize(size).fillColor(color);
    // Only one weight is embedded: bold text has an outline of its own colour.
    if (isBold) this.#doc.lineWidth(size / 30).strokeColor(color);
    let at = x;
    for (const { font, text, width } of this.#runs(line)) {
      this.#doc.font(font).text(text, at, y, {
        lineBreak: false,
        baseline: "alphabetic",
        ...(isBold ? { fill: true, stroke: true } : {}),
      });
      at += width * size;
    }
  }

  /** The text as operators of a content stream, for what is drawn after its page has been written. */
  operators(
    line: string,
    size: number,
  ): { readonly content: string; readonly fonts: Readonly<Record<string, unknown>> } {
    const fonts: Record<string, unknown> = {};
    const shown = this.#runs(line).map(({ font, text }) => {
      const open = this.#fonts[font];
      fonts[open.id] = open.ref();
      return `/${open.id} ${size} Tf <${open.encode(text)[0].join("")}> Tj`;
    });
    return { content: `BT ${shown.join(" ")} ET`, fonts };
  }

  #runs(line: string): Character[] {
    const runs: Character[] = [];
    for (const each of line) {
      const { text, font, width } = this.#character(each);
      const last = runs.at(-1);
      if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + text, width: last.width + width };
      else runs.push({ text, font, width });
    }
    return runs;
  }

  #character(character: string): Character {
    const known = this.#known.get(character);
    if (known) return known;
    const codePoint = character.codePointAt(0) ?? 0;
    const font = fontNames.find((name) => this.#fonts[name].font.hasGlyphForCodePoint(codePoint));
    const text = font ? character : missing;
    const name = font ?? "signs";
    const width = this.#doc.font(name).fontSize(1).widthOfString(text);
    const found = { text, font: name, width };
    this.#known.set(character, found);
    return found;
  }
}

/** Scripts that are written from right to left and join their letters. */
const joined = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * One glyph for one character, as tables need it: without kerning and ligatures a text is as wide as its characters, and
 * is laid out six times as fast.
 */
function plainLayout({ font, scale, layout: shaped }: OpenFont): OpenFont["layout"] {
  const known = new Map<string, { readonly glyph: Glyph; readonly position: Layout["positions"][number] }>();
  const read = (character: string) => {
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const width = glyph.advanceWidth * scale;
    const found = { glyph, position: { xAdvance: width, xOffset: 0, yOffset: 0, advanceWidth: width } };
    known.set(character, found);
    return found;
  };
  return function layout(this: OpenFont, text) {
    if (joined.test(text)) return shaped.call(this, text);
    const found = Array.from(text, (character) => known.get(character) ?? read(character));
    return {
      glyphs: found.map(({ glyph }) => glyph),
      positions: found.map(({ position }) => position),
      advanceWidth: found.reduce((width, { position }) => width + position.advanceWidth, 0),
    };
  };
}

/** Format characters (joiners, marks of direction, variation selectors) only ask for what these fonts cannot do. */
const invisible = /\p{Cf}|\p{Emoji_Modifier}|\p{Variation_Selector}|(?!\n)\p{Cc}/gu;

function readable(text: string): string {
  const whole = text.length > longestText ? `${text.slice(0, longestText)}…（${text.length}）` : text;
  return whole
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", "    ")
    .replace(invisible, "");
}

/** The text cut where a line may end (Unicode UAX 14: no comma begins a line). */
function* breakable(text: string): Generator<string> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    yield text.slice(from, next.position);
    from = next.position;
  }
}
