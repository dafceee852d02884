import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";

interface LintedRoot {
  /** The root of a file, as given on the command line. */
  readonly rootOf: (file: string) => string;
  readonly fileCount: number;
}

/** One line per finding, `file:line:column`, then a line with the counts. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], { rootOf, fileCount }: LintedRoot): string {
  const lines = diagnostics.map(({ severity, file, line, column, code, message }) => {
    const level = severity === "error" ? "错误" : "警告";
    return `${rootOf(file).replace(/\/+$/, "")}/${file}:${line}:${column} ${level} ${code} ${message}`;
  });
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const summary = `检查了 ${fileCount} 个文件：${errors} 个错误，${diagnostics.length - errors} 个警告`;
  return `${[...lines, summary].join("\n")}\n`;
}

/** A JSON array for tools; `suggestion` is null where there is none. */
export function printJsonDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const plain = diagnostics.map(({ code, severity, file, line, column, path, message, suggestion }) => ({
    code,
    severity,
    file,
    line,
    column,
    path,
    message,
    suggestion: suggestion ?? null,
  }));
  return `${JSON.stringify(plain, null, 2)}\n`;
}
