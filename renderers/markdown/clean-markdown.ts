import { Marked } from "marked";
import { isSafeLink } from "../../runtime/format/html-policy.ts";
import { createHtmlCleaner } from "../html/clean-html.ts";
import { escapeHtml, highlight, highlightStyle } from "./highlight.ts";

/**
 * GitHub's Markdown: tables, task lists, struck words, code with colours. A line break in the source is one in the text. HTML
 * written in it stays text and an address that must not be opened keeps its words only, before anything is cleaned.
 */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    code: ({ text, lang }) => `<pre><code>${highlight(text, lang?.split(/\s/)[0] || undefined)}</code></pre>`,
    // A box that nobody can press is a mark, and no control of the page.
    html: ({ text }) => escapeHtml(text),
    link({ href, title, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (!isSafeLink(href)) return words;
      return `<a href="${escapeHtml(href)}"${title ? ` title="${escapeHtml(title)}"` : ""}>${words}</a>`;
    },
    image: ({ href, text }) =>
      isSafeLink(href) ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">` : escapeHtml(text),
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

const clean = createHtmlCleaner((element) => {
  const style = element.nodeName === "SPAN" ? highlightStyle(element.getAttribute("class") ?? "") : undefined;
  element.removeAttribute("class");
  if (style !== undefined) element.setAttribute("style", style);
});

/** Markdown as HTML that may be shown. */
export function cleanMarkdown(source: string): string {
  return clean(marked.parse(source, { async: false }));
}

/** Highlighted code as HTML that may be shown. */
export const cleanCode = (code: string, language: string | undefined): string => clean(highlight(code, language));
