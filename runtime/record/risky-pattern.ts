/**
 * Finds regular expressions that may need more than about n² steps on a text of n characters. The pattern is read
 * into terms; each term is known by the sample characters it can begin with or contain. Refused are: a repeated
 * group that can match one text in several ways, three or more open repetitions that compete for the same
 * characters, back-references and lookbehind. What cannot be read is refused too.
 */
export function isRiskyPattern(pattern: string): boolean {
  if (pattern.length > 1000) return true;
  try {
    const reader = new Reader(pattern);
    const whole = reader.alternatives();
    if (!reader.isAtEnd) return true;
    return whole.some((sequence) => isRiskySequence(sequence));
  } catch {
    return true;
  }
}

/** Enough different characters to tell classes apart. */
const samples = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00a0éß中文，。😀\u2028".normalize(),
];

type CharacterSet = ReadonlySet<string>;

interface Term {
  readonly minimum: number;
  readonly maximum: number;
  /** Characters that a single-character term matches, or that occur anywhere in a group. */
  readonly characters: CharacterSet;
  readonly group: readonly (readonly Term[])[] | undefined;
}

const overlaps = (a: CharacterSet, b: CharacterSet): boolean => {
  for (const character of a) if (b.has(character)) return true;
  return false;
};

/** From this many repetitions on, an upper bound helps nobody. */
const many = 12;
const isOpen = (term: Term): boolean => term.maximum > many;
const varies = (term: Term): boolean => term.minimum !== term.maximum;

function isRiskySequence(sequence: readonly Term[]): boolean {
  if (sequence.some(isRiskyTerm)) return true;
  return competing(sequence, isOpen) >= 3;
}

function isRiskyTerm(term: Term): boolean {
  if (!term.group) return false;
  if (term.group.some(isRiskySequence)) return true;
  if (!isOpen(term)) return term.maximum > 1 && term.group.some((sequence) => sequence.some(containsOpen));
  return !isUnambiguous(term.group);
}

const containsOpen = (term: Term): boolean =>
  isOpen(term) || (term.group?.some((sequence) => sequence.some(containsOpen)) ?? false);

/** Whether a repeated body can cut a text in one way only. */
function isUnambiguous(body: readonly (readonly Term[])[]): boolean {
  if (body.length > 1) {
    const firsts = body.map(firstCharacters);
    const areApart = firsts.every((set, index) => firsts.slice(index + 1).every((other) => !overlaps(set, other)));
    if (!areApart || body.some((sequence) => sequence.some(varies) || sequence.length === 0)) return false;
    return true;
  }
  const [sequence = []] = body;
  if (sequence.length === 0) return false;
  if (!sequence.some((term) => varies(term) || (term.group && !isFixed(term.group)))) return true;
  if (competing(sequence, varies) > 1) return false;
  const [first, last] = [sequence[0], sequence.at(-1)];
  return [first, last].some(
    (edge) =>
      edge !== undefined &&
      !edge.group &&
      !varies(edge) &&
      edge.minimum > 0 &&
      sequence.every((other) => other === edge || !overlaps(other.characters, edge.characters)),
  );
}

const isFixed = (body: readonly (readonly Term[])[]): boolean =>
  body.length === 1 && (body[0] ?? []).every((term) => !varies(term) && (!term.group || isFixed(term.group)));

function firstCharacters(sequence: readonly Term[]): CharacterSet {
  const found = new Set<string>();
  for (const term of sequence) {
    for (const character of term.characters) found.add(character);
    if (term.minimum > 0) break;
  }
  return found;
}

/** The longest run of repetitions with a common character and no separator between them. */
function competing(sequence: readonly Term[], counts: (term: Term) => boolean): number {
  let longest = 0;
  let run: CharacterSet[] = [];
  for (const term of sequence) {
    if (counts(term)) {
      run = [...run.filter((set) => overlaps(set, term.characters)), term.characters];
      longest = Math.max(longest, run.length);
    } else if (term.minimum > 0) {
      run = run.filter((set) => overlaps(set, term.characters));
    }
  }
  return longest;
}

class Reader {
  readonly #source: string;
  #index = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#source.length;
  }

  alternatives(): Term[][] {
    this.#depth += 1;
    if (this.#depth > 20) throw new Error("too deep");
    const result: Term[][] = [[]];
    while (!this.isAtEnd && this.#source.charAt(this.#index) !== ")") {
      if (this.#take("|")) result.push([]);
      else {
        const term = this.#term();
        if (term) result.at(-1)?.push(term);
      }
    }
    this.#depth -= 1;
    return result;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#index)) return false;
    this.#index += text.length;
    return true;
  }

  #term(): Term | undefined {
    if (this.#take("^") || this.#take("$") || this.#take("\\b") || this.#take("\\B")) return undefined;
    if (this.#take("(")) return this.#group();
    const atom = this.#atom();
    const [minimum, maximum] = this.#quantifier();
    const expression = new RegExp(`^(?:${atom})$`, "su");
    const characters = new Set(samples.filter((character) => expression.test(character)));
    return { minimum, maximum, characters, group: undefined };
  }

  #group(): Term {
    if (this.#take("?<=") || this.#take("?<!")) throw new Error("lookbehind");
    const isLookahead = this.#take("?=") || this.#take("?!");
    if (!isLookahead && !this.#take("?:") && this.#take("?<")) {
      this.#index = this.#source.indexOf(">", this.#index) + 1;
    }
    const group = this.alternatives();
    if (!this.#take(")")) throw new Error("unclosed group");
    const [minimum, maximum] = this.#quantifier();
    const characters = new Set(group.flatMap((sequence) => sequence.flatMap((term) => [...term.characters])));
    const isEmptyPossible = group.some((sequence) => sequence.every((term) => term.minimum === 0));
    if (isLookahead) return { minimum: 0, maximum: 1, characters: new Set(), group };
    return { minimum: isEmptyPossible ? 0 : minimum, maximum, characters, group };
  }

  #atom(): string {
    const start = this.#index;
    const first = this.#source.charAt(start);
    if (first === "\\") {
      const sequence = /^\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[\w=]+\}|[^\dk])/.exec(
        this.#source.slice(start),
      );
      if (!sequence) throw new Error("back-reference");
      this.#index += sequence[0].length;
      return unescapedIfNeeded(sequence[0]);
    }
    if (first === "[") {
      let end = start + 1;
      while (end < this.#source.length && this.#source.charAt(end) !== "]") {
        end += this.#source.charAt(end) === "\\" ? 2 : 1;
      }
      this.#index = end + 1;
      return this.#source
        .slice(start, end + 1)
        .replace(/\\([^\w\\\]^-])/g, (_all, character: string) =>
          /[$()*+./?[{|}]/.test(character) ? `\\${character}` : character,
        );
    }
    if ("*+?".includes(first)) throw new Error("nothing to repeat");
    const character = String.fromCodePoint(this.#source.codePointAt(start) ?? 0);
    this.#index += character.length;
    return "{}]".includes(character) ? `\\${character}` : character;
  }

  #quantifier(): [number, number] {
    const rest = this.#source.slice(this.#index);
    const match = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(rest);
    if (!match) return [1, 1];
    this.#index += match[0].length;
    if (match[1] === "*") return [0, Number.POSITIVE_INFINITY];
    if (match[1] === "+") return [1, Number.POSITIVE_INFINITY];
    if (match[1] === "?") return [0, 1];
    const least = Number(match[2]);
    if (match[3] === undefined) return [least, least];
    return [least, match[4] ? Number(match[4]) : Number.POSITIVE_INFINITY];
  }
}

/** `\-` and the like are no escapes in Unicode mode, in which the samples are matched. */
function unescapedIfNeeded(sequence: string): string {
  return /^\\[^\w$()*+./?[\]\\^{|}]$/.test(sequence) ? sequence.slice(1) : sequence;
}
