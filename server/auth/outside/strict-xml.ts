/** An element: names without prefix, its namespace apart. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, entities resolved, without that of its children. */
  readonly text: string;
}

/** The text is no XML that this reads; the message is for the log. */
export class XmlError extends Error {}

const maxCharacters = 128 * 1024;
const maxDepth = 20;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

interface Open {
  readonly tag: string;
  readonly scope: Readonly<Record<string, string>>;
  readonly element: {
    name: string;
    namespace: string;
    attributes: Record<string, string>;
    children: XmlElement[];
    text: string;
  };
}

/** One token of a document; what fits none of these ends the reading. */
const token =
  /<!--(?:(?!--)[\s\S])*-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Reads the small documents of the CAS protocol: elements, attributes, text, the five entities. A document type is
 * refused, so no entity can be declared and nothing outside the text is ever read; processing instructions are refused
 * too. Limits: 128 K characters, 20 levels.
 *
 * @throws XmlError
 */
export function parseXml(source: string): XmlElement {
  if (source.length > maxCharacters) throw new XmlError("too long");
  const text = source.replace(/^\uFEFF?\s*<\?xml\s[^?<>]*\?>/, "").trim();
  const open: Open[] = [];
  let root: XmlElement | undefined;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new XmlError(`unreadable at ${at}`);
    const [, data, slash, tag, attributes = "", selfClosing, characters] = match;
    const current = open.at(-1);
    if (tag === undefined) {
      const more = data ?? (characters === undefined ? "" : decode(characters));
      if (current) current.element.text += more;
      else if (more.trim() !== "") throw new XmlError("text outside the root");
      continue;
    }
    if (slash) {
      if (current?.tag !== tag || attributes !== "" || selfClosing) throw new XmlError(`</${tag}> closes nothing`);
      open.pop();
      continue;
    }
    if (root && !current) throw new XmlError("a second root");
    if (open.length >= maxDepth) throw new XmlError("too deep");
    const begun = begin(tag, attributes, current?.scope ?? {});
    if (current) current.element.children.push(begun.element);
    else root = begun.element;
    if (!selfClosing) open.push(begun);
  }
  if (!root || open.length > 0) throw new XmlError("not closed");
  return root;
}

function begin(tag: string, written: string, outer: Open["scope"]): Open {
  const attributes: Record<string, string> = Object.create(null);
  const scope: Record<string, string> = { ...outer };
  for (const [, name = "", double, single] of written.matchAll(attribute)) {
    if (name in attributes) throw new XmlError(`attribute ${name} twice`);
    attributes[name] = decode(double ?? single ?? "");
    if (name === "xmlns") scope[""] = attributes[name];
    if (name.startsWith("xmlns:")) scope[name.slice(6)] = attributes[name];
  }
  const [prefix, local] = tag.includes(":") ? (tag.split(":", 2) as [string, string]) : ["", tag];
  if (prefix !== "" && !Object.hasOwn(scope, prefix)) throw new XmlError(`prefix ${prefix} is not declared`);
  return { tag, scope, element: { name: local, namespace: scope[prefix] ?? "", attributes, children: [], text: "" } };
}

const bareAmpersand = /&(?!(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|amp|lt|gt|quot|apos);)/;

function decode(text: string): string {
  if (bareAmpersand.test(text)) throw new XmlError("an & that is no known entity");
  return text.replace(/&(?:#(\d+)|#x(\w+)|(\w+));/g, (whole, ten, sixteen, name) => {
    const known = name === undefined ? character(ten ?? sixteen, ten === undefined ? 16 : 10) : named[name];
    if (known === undefined) throw new XmlError(`entity ${whole}`);
    return known;
  });
}

function character(digits: string, base: number): string | undefined {
  const code = Number.parseInt(digits, base);
  const isAllowed =
    code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
  return isAllowed ? String.fromCodePoint(code) : undefined;
}

/** The first child of a name; undefined when there is none. */
export const childNamed = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name);
