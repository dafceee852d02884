import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import objectivec from "highlight.js/lib/languages/objectivec";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";

const grammars = { bash, css, java, javascript, json, markdown, objectivec, python, r, sql, swift, typescript, xml };
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);
hljs.registerAliases(["shell", "sh"], { languageName: "bash" });
hljs.registerAliases(["vue", "html"], { languageName: "xml" });
hljs.registerAliases(["objective-c"], { languageName: "objectivec" });

/** Beyond this many characters colours would cost more than they help. */
const limit = 100_000;

/**
 * Code as HTML whose words carry the classes of highlight.js; everything in it is escaped.
 *
 * @param language its name in documents or after the fence of a block; undefined and unknown ones stay plain
 */
export function highlight(code: string, language: string | undefined): string {
  const known = language !== undefined && hljs.getLanguage(language) !== undefined && code.length <= limit;
  return known ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** Part of the language → variable of the palette, the pairs of the code editor. */
const colors: Readonly<Record<string, string>> = {
  keyword: "purple",
  built_in: "link",
  title: "link",
  attr: "link",
  attribute: "link",
  tag: "link",
  name: "link",
  "selector-class": "link",
  "selector-tag": "link",
  property: "link",
  type: "cyan",
  literal: "purple",
  number: "cyan",
  string: "success",
  regexp: "success",
  meta: "warning",
  variable: "warning",
  comment: "text3",
};

/** The colour of a word of highlighted code by its class, as the value of `style`; undefined for other classes. */
export function highlightStyle(className: string): string | undefined {
  const [, kind = ""] = /^hljs-([\w-]+)/.exec(className) ?? [];
  const color = colors[kind];
  return color === undefined ? undefined : `color: var(--${color})`;
}
