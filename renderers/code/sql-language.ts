import type { languages } from "monaco-editor";

/** `${name}` and `#{name}`: a parameter of a report, a variable of the session. */
const parameter: languages.IMonarchLanguageRule = [/[$#]\{[^}\r\n]*\}/, "variable.parameter"];

/** PostgreSQL's words and marks with parameters in them, in texts too: `'${sex}'`. */
export function withParameters(sql: languages.IMonarchLanguage): languages.IMonarchLanguage {
  const { root = [] } = sql.tokenizer;
  return {
    ...sql,
    keywords: [...(sql.keywords as readonly string[]), "BY"],
    tokenizer: {
      ...sql.tokenizer,
      root: [parameter, ...root],
      string: [
        parameter,
        [/[^'$#]+/, "string"],
        [/''/, "string"],
        [/'/, { token: "string", next: "@pop" }],
        [/[$#]/, "string"],
      ],
    },
  };
}
