/** Texts of documents in the language of this page, by the text as documents write it; empty in that language itself. */
let known: ReadonlyMap<string, string> = new Map();

export function learnDocumentTexts(texts: Readonly<Record<string, string>>): void {
  known = new Map(Object.entries(texts));
}

/** A text of a document in the language of this page; as written where nobody translated it. */
export function documentText(text: string): string {
  return known.get(text) ?? text;
}

/** Properties of documents, menus and dictionaries that people read. */
const readByPeople: ReadonlySet<string> = new Set([
  "compareText",
  "confirm",
  "content",
  "disabledReason",
  "empty",
  "fileName",
  "greeting",
  "group",
  "groupHeader",
  "hint",
  "label",
  "message",
  "placeholder",
  "requiredMessage",
  "restrictMessage",
  "signatures",
  "slotTitle",
  "text",
  "tip",
  "title",
  "unit",
]);

/**
 * A document, a menu or the options of a dictionary in the language of this page. What came is left as it is; without
 * translations it is returned itself.
 *
 * @example translateDocument({ field: "realname", title: "姓名" }) // { field: "realname", title: "Name" }
 */
export function translateDocument<Value>(value: Value): Value {
  return known.size === 0 ? value : (translated(value, "") as Value);
}

function translated(value: unknown, property: string): unknown {
  if (typeof value === "string") return readByPeople.has(property) ? documentText(value) : value;
  if (Array.isArray(value)) return value.map((item) => translated(item, property));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, translated(inner, readAs(name, property))]),
  );
}

/** Texts under a key of their own, such as what a model's calls answer, are read as what holds them. */
const readAs = (name: string, holder: string) => (holder === "messages" ? "message" : name);

/** Words, or marks alone: a greeting may be two expressions and a comma. */
const chinese = /[\p{Script=Han}，。、：；！？（）]/u;

/** What people read of a document, and a translation has to give; sample rows are data. */
export function textsToTranslate(document: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  collect(document, "", found);
  return found;
}

function collect(value: unknown, property: string, found: Set<string>): void {
  if (typeof value === "string") {
    if (readByPeople.has(property) && chinese.test(value)) found.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, property, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name !== "sample") collect(inner, readAs(name, property), found);
    }
  }
}
