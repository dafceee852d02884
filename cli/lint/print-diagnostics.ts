import type { Diagnostic, SourceFile } from "../../runtime/schema/diagnostic.ts";

/**
 * One line per finding, `file:line:column`, then a line with the counts of each root.
 *
 * @param files what was looked at, each with the root that it was read from
 */
export function printDiagnostics(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): string {
  const roots = new Map(files.map(({ path, root = "." }) => [path, root]));
  const lines = diagnostics.map(({ severity, file, line, column, code, message }) => {
    const level = severity === "error" ? "错误" : "警告";
    return `${(roots.get(file) ?? ".").replace(/\/+$/, "")}/${file}:${line}:${column} ${level} ${code} ${message}`;
  });
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const counts = new Map<string, number>();
  for (const { root = "." } of files) counts.set(root, (counts.get(root) ?? 0) + 1);
  const folders = [...counts].map(([root, count]) => `${root} 的 ${count} 个文件`).join("、") || "0 个文件";
  return `${[...lines, `检查了 ${folders}：${errors} 个错误，${diagnostics.length - errors} 个警告`].join("\n")}\n`;
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
