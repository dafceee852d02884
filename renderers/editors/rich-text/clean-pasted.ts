/** What of a paste goes into the text, and what has to be dealt with apart. */
export interface Pasted {
  readonly html: string;
  /** Pictures whose bytes came along. */
  readonly pictures: readonly File[];
  /** Pictures that only the other program can read: files of its computer, parts of its message. */
  readonly lostPictures: number;
}

/**
 * Pasted HTML of Word, Excel, WPS or a page, without what only those understand: comments, `o:p`, styles of theirs. Paragraphs
 * that Word draws as a list become one. What remains goes through the policy of formatted text afterwards.
 */
export function cleanPasted(source: string): Pasted {
  const page = new DOMParser().parseFromString(source, "text/html");
  dropComments(page);
  for (const element of page.querySelectorAll("style, meta, link, title, xml, script")) element.remove();
  for (const element of page.body.querySelectorAll("*")) if (element.tagName.includes(":")) unwrap(element);
  for (const element of page.body.querySelectorAll("b, span")) readWeight(element as HTMLElement);
  makeLists(page);
  const { pictures, lostPictures } = takePictures(page);
  return { html: page.body.innerHTML.trim(), pictures, lostPictures };
}

function dropComments(page: Document): void {
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Some programs write bold as a style, and `b` with a normal weight around everything. */
function readWeight(element: HTMLElement): void {
  const { fontWeight } = element.style;
  if (element.tagName === "B") {
    if (fontWeight === "normal" || fontWeight === "400") unwrap(element);
    return;
  }
  if (fontWeight !== "bold" && !(Number(fontWeight) >= 600)) return;
  const strong = element.ownerDocument.createElement("strong");
  strong.append(...element.childNodes);
  element.append(strong);
}

/** Word: `<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.</span>…`. */
const levelOf = (element: Element): number =>
  Number(/mso-list:[^;]*level(\d)/i.exec(element.getAttribute("style") ?? "")?.[1] ?? 0);

interface OpenList {
  readonly list: Element;
  last: Element | undefined;
}

function makeLists(page: Document): void {
  let open: OpenList[] = [];
  let previous: Element | null = null;
  for (const paragraph of [...page.body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")]) {
    const level = levelOf(paragraph);
    if (level === 0) continue;
    // A list goes on as long as nothing stands between its paragraphs.
    if (previous === null || paragraph.previousElementSibling !== previous) open = [];
    const [mark, rest] = takeMark(paragraph);
    const item = page.createElement("li");
    item.append(...rest);
    open = open.slice(0, level);
    while (open.length < level) open.push(nextList(page, open, paragraph, mark));
    const current = open.at(-1);
    current?.list.append(item);
    if (current) current.last = item;
    paragraph.remove();
    previous = open[0]?.list ?? null;
  }
}

function nextList(page: Document, open: readonly OpenList[], before: Element, mark: string): OpenList {
  const list = page.createElement(/^[(（]?[\dA-Za-z一二三四五六七八九十]+[.)）、]/.test(mark) ? "ol" : "ul");
  const around = open.at(-1);
  if (!around) before.before(list);
  else {
    around.last ??= around.list.appendChild(page.createElement("li"));
    around.last.append(list);
  }
  return { list, last: undefined };
}

/** The bullet or number that Word wrote into the paragraph, and what follows it. */
function takeMark(paragraph: Element): readonly [string, readonly ChildNode[]] {
  const ignored = [...paragraph.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const mark = (ignored?.textContent ?? "").replaceAll(/\s|\u00a0/g, "");
  ignored?.remove();
  return [mark, [...paragraph.childNodes]];
}

function takePictures(page: Document): Pick<Pasted, "pictures" | "lostPictures"> {
  const pictures: File[] = [];
  let lostPictures = 0;
  for (const image of page.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    if (/^(https?:|\/(?![/\\]))/i.test(src)) continue;
    const file = fileOf(src, pictures.length + 1);
    if (file) pictures.push(file);
    else lostPictures += 1;
    image.remove();
  }
  return { pictures, lostPictures };
}

/** `data:image/png;base64,…` as a file. */
function fileOf(src: string, at: number): File | undefined {
  const [, type, kind, data] = /^data:(image\/(png|jpe?g|gif|webp|bmp));base64,([A-Za-z0-9+/=\s]+)$/.exec(src) ?? [];
  if (!type || !data) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, "")), (letter) => letter.charCodeAt(0));
    return new File([bytes], `picture-${at}.${kind}`, { type });
  } catch {
    return undefined;
  }
}
