/**
 * Matches a list against a pattern whose stars stand for any number of parts. Goes back to the last star only, so the
 * time is at most pattern × text: patterns are typed by people and must not be able to stall the server.
 */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  star: string,
  fits: (pattern: string, part: string) => boolean,
): boolean {
  let [at, from] = [0, 0];
  let [starAt, resume] = [-1, 0];
  while (from < text.length) {
    if (at < pattern.length && pattern[at] !== star && fits(pattern[at] ?? "", text[from] ?? "")) {
      at += 1;
      from += 1;
    } else if (at < pattern.length && pattern[at] === star) {
      starAt = at;
      resume = from;
      at += 1;
    } else if (starAt >= 0) {
      resume += 1;
      from = resume;
      at = starAt + 1;
    } else return false;
  }
  while (pattern[at] === star) at += 1;
  return at === pattern.length;
}

/** `*` stands for any characters, `?` for one. */
export function matchesText(pattern: string, text: string): boolean {
  return matches([...pattern], [...text], "*", (one, part) => one === "?" || one === part);
}

/** `/orders/**` any depth, `/orders/*` one segment, `/orders/{id}` likewise; segments as in `matchesText`. */
export function matchesPath(pattern: string, path: string): boolean {
  return matches(segments(pattern), segments(path), "**", (one, part) => isNamed(one) || matchesText(one, part));
}

const segments = (path: string): string[] => path.split("/").slice(1);
const isNamed = (segment: string): boolean => /^\{\w+\}$/.test(segment);
