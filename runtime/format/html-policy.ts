/** Tags that written text may have; everything else loses its tag and keeps its words. */
export const htmlTags: readonly string[] = [
  ..."p,br,div,span,h1,h2,h3,h4,h5,h6,blockquote,pre,code,hr".split(","),
  ..."strong,b,em,i,u,s,del,sub,sup,mark,small,a,img".split(","),
  ..."ul,ol,li,table,thead,tbody,tfoot,tr,th,td,caption,colgroup,col".split(","),
];

/** Tags whose words are no text either. */
export const htmlDropped: readonly string[] =
  "script,style,iframe,object,embed,template,noscript,textarea,select,option,svg,math,title,xmp,noembed,noframes,plaintext".split(
    ",",
  );

/** Attributes by tag, `*` for all. Their values go through `keepAttribute`. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  "*": ["style"],
  a: ["href", "title", "target", "rel"],
  img: ["src", "alt", "title", "width", "height"],
  ol: ["start"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan"],
  col: ["span"],
};

const color = /^(#[0-9a-f]{3,8}|rgba?\([\d.,%\s/]{1,40}\)|[a-z]{3,20})$/i;
const styles: Readonly<Record<string, RegExp>> = {
  "text-align": /^(left|right|center|justify)$/,
  "text-indent": /^\d{1,2}(px|em)$/,
  color,
  "background-color": color,
};

/**
 * The value that an attribute may keep; undefined takes the attribute away.
 *
 * @param tag lower-case name of an allowed tag
 * @example keepAttribute("a", "href", "javascript:alert(1)") // undefined
 */
export function keepAttribute(tag: string, name: string, value: string): string | undefined {
  const isAllowed = htmlAttributes["*"]?.includes(name) || htmlAttributes[tag]?.includes(name);
  if (!isAllowed) return undefined;
  if (name === "style") return keepStyle(value);
  if (name === "href") return isSafeLink(value) || /^(mailto|tel):[\w@.+-]+$/.test(value) ? value : undefined;
  if (name === "src") return isSafeLink(value) ? value : undefined;
  if (name === "target") return "_blank";
  if (name === "rel") return "noopener noreferrer";
  if (name === "title" || name === "alt") return value;
  return /^\d{1,4}$/.test(value) ? value : undefined;
}

/**
 * Whether an address may be opened: http, https, or a path of this site. No scheme that runs or carries contents, none
 * that only looks like a path (`//host`, `/\host`).
 */
export function isSafeLink(address: string): boolean {
  // Browsers drop tabs and line breaks inside an address, and control characters before it.
  if (address !== address.trim() || hasControl(address)) return false;
  if (/^https?:\/\/[^\s\\]+$/i.test(address)) return true;
  return /^\/(?![/\\])[^\s\\]*$/.test(address);
}

function hasControl(text: string): boolean {
  return [...text].some((letter) => letter < " " || letter === "\u007f");
}

function keepStyle(text: string): string | undefined {
  const kept = text.split(";").flatMap((part) => {
    const at = part.indexOf(":");
    const name = part.slice(0, at).trim().toLowerCase();
    const value = part.slice(at + 1).trim();
    return at > 0 && styles[name]?.test(value) ? [`${name}: ${value}`] : [];
  });
  return kept.length > 0 ? kept.join("; ") : undefined;
}
