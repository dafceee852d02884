/** A statement kept by the session under a name. `isKnown`: its text was sent before. */
export interface KeptStatement {
  readonly name: string;
  readonly isKnown: boolean;
}

interface StatementOptions {
  readonly kept?: KeptStatement | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly closing?: readonly string[];
}

const unnamed: KeptStatement = { name: "", isKnown: false };

/**
 * One statement as messages of PostgreSQL's extended protocol, all in one buffer: parse, bind, describe, execute, sync.
 * The engine is entered once for all of them. The extended protocol refuses a text with two statements.
 *
 * @param values as `encodeValue` left them: text, null, bytes or lists of these
 * @param options.first a statement without values and rows that is run before it
 * @param options.last the same after it, unless it fails
 * @param options.closing names that the session need not keep any longer
 * @returns a buffer of its own, which can be handed to another thread
 */
export function writeStatement(
  text: string,
  values: readonly unknown[],
  { kept = unnamed, first, last, closing = [] }: StatementOptions = {},
): Uint8Array {
  const parameters = values.map(parameterOf);
  const length = text.length + (first?.length ?? 0) + (last?.length ?? 0);
  const names = [kept.name, kept.name, ...closing].reduce((sum, name) => sum + name.length + 7, 0);
  const writer = new MessageWriter(192 + length * 3 + names + sizeOf(parameters));
  for (const name of closing) writer.message("C", () => writer.letter("S").text(name));
  if (first !== undefined) writeRun(writer, first, [], unnamed);
  writeRun(writer, text, parameters, kept);
  if (last !== undefined) writeRun(writer, last, [], unnamed);
  writer.message("S", () => {});
  return writer.taken();
}

function writeRun(writer: MessageWriter, text: string, parameters: readonly Parameter[], kept: KeptStatement): void {
  if (!kept.isKnown) writer.message("P", () => writer.text(kept.name).text(text).int16(0));
  writer.message("B", () => writeBind(writer, kept.name, parameters));
  writer.message("D", () => writer.letter("P").text(""));
  writer.message("E", () => writer.text("").int32(0));
}

type Parameter = { readonly bytes: Buffer; readonly isBinary: boolean } | null;

function writeBind(writer: MessageWriter, name: string, parameters: readonly Parameter[]): void {
  writer.text("").text(name).int16(parameters.length);
  for (const parameter of parameters) writer.int16(parameter?.isBinary ? 1 : 0);
  writer.int16(parameters.length);
  for (const parameter of parameters) {
    if (parameter) writer.int32(parameter.bytes.length).bytes(parameter.bytes);
    else writer.int32(-1);
  }
  writer.int16(0); // every result column as text
}

function parameterOf(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value), isBinary: true };
  return { bytes: Buffer.from(Array.isArray(value) ? listText(value) : String(value)), isBinary: false };
}

/** `["a", null]` → `{"a",NULL}`. */
function listText(list: readonly unknown[]): string {
  const items = list.map((item) => {
    if (item === null || item === undefined) return "NULL";
    if (Array.isArray(item)) return listText(item);
    return `"${String(item).replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${items.join(",")}}`;
}

const sizeOf = (parameters: readonly Parameter[]) =>
  parameters.reduce((sum, parameter) => sum + 6 + (parameter?.bytes.length ?? 0), 0);

class MessageWriter {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.#buffer = Buffer.alloc(size);
  }

  /** A letter, the length of what follows, and what `write` writes. */
  message(letter: string, write: () => void): void {
    this.letter(letter);
    const start = this.#at;
    this.#at += 4;
    write();
    this.#buffer.writeInt32BE(this.#at - start, start);
  }

  letter(letter: string): this {
    this.#at += this.#buffer.write(letter, this.#at, "latin1");
    return this;
  }

  text(text: string): this {
    this.#at += this.#buffer.write(text, this.#at, "utf8");
    this.#at += 1; // the buffer is zero
    return this;
  }

  int16(value: number): this {
    this.#at = this.#buffer.writeUInt16BE(value, this.#at);
    return this;
  }

  int32(value: number): this {
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
    return this;
  }

  bytes(bytes: Buffer): this {
    this.#at += bytes.copy(this.#buffer, this.#at);
    return this;
  }

  taken(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#at));
  }
}
