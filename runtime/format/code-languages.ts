/** PCK-11: modes of the code editor by their names in documents, JSON and plain text beside them. */
export const codeLanguages = [
  "css",
  "javascript",
  "html",
  "java",
  "objective-c",
  "python",
  "r",
  "shell",
  "sql",
  "swift",
  "vue",
  "markdown",
  "json",
  "plaintext",
] as const;

export type CodeLanguage = (typeof codeLanguages)[number];
