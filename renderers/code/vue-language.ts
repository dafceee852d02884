import type { languages } from "monaco-editor";

const texts: languages.IMonarchLanguageRule[] = [
  [/\{\{/, { token: "delimiter", next: "@mustache", nextEmbedded: "javascript" }],
  [/[^<{]+/, ""],
  [/\{/, ""],
];

/** HTML with `{{ }}` in its texts: what Monaco has for Vue's single files, whose script and style are its own already. */
export function withMustaches(html: languages.IMonarchLanguage): languages.IMonarchLanguage {
  const { root = [] } = html.tokenizer;
  // The last rule takes every text up to the next tag, marks included.
  return {
    ...html,
    tokenPostfix: ".vue",
    tokenizer: {
      ...html.tokenizer,
      root: [...root.slice(0, -1), ...texts],
      mustache: [[/\}\}/, { token: "delimiter", next: "@pop", nextEmbedded: "@pop" }]],
    },
  };
}
