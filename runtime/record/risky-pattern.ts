/**
 * Finds regular expressions that may try too many ways to cut one text. The pattern is read into terms; each term is
 * known by the sample characters it can begin with and contain. Terms that can take more or less of the same
 * characters compete, and their choices multiply; a repeated group multiplies its own choices with each round unless
 * its body can be cut in one way only. Back-references, lookbehind and what cannot be read are refused.
 */
export function isRiskyPattern(pattern: string): boolean {
  if (pattern.length > 1000) return true;
  try {
    const reader = new Reader(pattern);
    const whole = reader.alternatives();
    return !reader.isAtEnd || whole.some((sequence) => waysOf(sequence) > mostWays);
  } catch {
    return true;
  }
}

/** Two open repetitions over 1,000 characters are a million ways and answer at once; three are refused. */
const mostWays = 2e7;
/** Longest text that a pattern is tried on. */
const longest = 1000;

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
  /** Looks ahead and takes nothing. */
  readonly isLook: boolean;
}

const overlaps = (a: CharacterSet, b: CharacterSet): boolean => {
  for (const character of a) if (b.has(character)) return true;
  return false;
};

const varies = (term: Term): boolean => term.minimum !== term.maximum;

/** A group that stands exactly once is a part of the sequence around it. */
function flatten(sequence: readonly Term[]): readonly Term[] {
  return sequence.flatMap((term) => {
    const [only = [], ...others] = term.group ?? [];
    const isPlain = term.group && others.length === 0 && term.minimum === 1 && term.maximum === 1 && !term.isLook;
    return isPlain ? flatten(only) : [term];
  });
}

/** In how many ways the competing terms of a sequence can share out one text, at worst. */
function waysOf(sequence: readonly Term[]): number {
  let worst = 1;
  let run: { readonly characters: CharacterSet; readonly ways: number }[] = [];
  for (const term of flatten(sequence)) {
    const ways = choicesOf(term);
    if (term.isLook) {
      worst = Math.max(worst, ways);
      continue;
    }
    // A term that must stand here and shares no character with those before it keeps them apart.
    if (term.minimum > 0) {
      const first = firstOf(term);
      run = run.filter((other) => overlaps(other.characters, first));
    }
    if (ways > 1) run.push({ characters: term.characters, ways });
    worst = Math.max(worst, product(run.map((other) => other.ways)));
  }
  return worst;
}

const product = (numbers: readonly number[]): number => numbers.reduce((total, number) => total * number, 1);

/** In how many ways one term can match beginnings of the same text. */
function choicesOf(term: Term): number {
  const times = Math.min(term.maximum, longest);
  const lengths = times - Math.min(term.minimum, longest) + 1;
  if (!term.group) return lengths;
  const ways = term.group.map(waysOf);
  const inner = areApart(term.group) ? Math.max(...ways) : ways.reduce((sum, one) => sum + one, 0);
  if (times <= 1) return inner + (term.minimum === 0 ? 1 : 0);
  // Cut in one way only, what is left open is where the repetition ends.
  return inner === 1 || isUnambiguous(term.group) ? Math.min(lengths * inner, longest) : inner ** times;
}

/** Whether a repeated body can cut a text in one way only. */
function isUnambiguous(body: readonly (readonly Term[])[]): boolean {
  if (body.length !== 1)
    return areApart(body) && body.every((sequence) => sequence.length > 0 && !sequence.some(varies));
  const sequence = flatten(body[0] ?? []);
  const varying = sequence.filter((term) => choicesOf(term) > 1);
  if (varying.length === 0) return sequence.length > 0;
  if (waysOf(sequence) > Math.max(...varying.map(choicesOf))) return false;
  // A character that stands at an edge of every round and nowhere else tells the rounds apart.
  return [sequence[0], sequence.at(-1)].some(
    (edge) =>
      edge !== undefined &&
      !edge.group &&
      !varies(edge) &&
      edge.minimum > 0 &&
      sequence.every((other) => other === edge || !overlaps(other.characters, edge.characters)),
  );
}

/** Whether the first character already tells which alternative it is. */
function areApart(body: readonly (readonly Term[])[]): boolean {
  const firsts = body.map(firstCharacters);
  return firsts.every((set, index) => firsts.slice(index + 1).every((other) => !overlaps(set, other)));
}

const firstOf = (term: Term): CharacterSet =>
  term.group ? new Set(term.group.flatMap((sequence) => [...firstCharacters(sequence)])) : term.characters;

function firstCharacters(sequence: readonly Term[]): CharacterSet {
  const found = new Set<string>();
  for (const term of sequence) {
    for (const character of firstOf(term)) found.add(character);
    if (term.minimum > 0) break;
  }
  return found;
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
    return { minimum, maximum, characters, group: undefined, isLook: false };
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
    if (isLookahead) return { minimum: 0, maximum: 1, characters: new Set(), group, isLook: true };
    return { minimum: isEmptyPossible ? 0 : minimum, maximum, characters, group, isLook: false };
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
