import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { Diagnostic, SourceFile } from "./diagnostic.ts";
import { quoted, syntaxMessages } from "./messages.ts";
import {
  diagnosticAt,
  documentSuffixes,
  identify,
  type PathStep,
  pointerOf,
  type SourceDocument,
} from "./source-document.ts";

/** Bounds that keep a hostile file from costing more than a moment; far above what people write. */
export const documentLimits = {
  /** Characters of a file. */
  characters: 5 * 1024 * 1024,
  /** Nesting of objects and arrays. */
  depth: 64,
  /** Values in a model, a screen or a test. */
  values: 60_000,
  /** Values in a data document, which may carry long lists. */
  dataValues: 600_000,
} as const;

const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/**
 * First look at a file: name, size, depth, JSON, keys. Nothing here recurses deeper than the depth limit.
 *
 * @returns the document, unless something is so wrong that nothing more can be said
 */
export function parseDocument(file: SourceFile): {
  readonly document?: SourceDocument;
  readonly diagnostics: readonly Diagnostic[];
} {
  const source = { file: file.path, text: file.text.replace(/^\uFEFF/, " ") };
  const { text } = source;
  const refuse = (code: string, message: string, offset = 0, length = 1, expected?: string) => ({
    diagnostics: [
      diagnosticAt(
        source,
        { offset, length },
        {
          code,
          severity: "error",
          path: "",
          message,
          ...(expected === undefined ? {} : { expected }),
        },
      ),
    ],
  });

  const identity = identify(file.path);
  if (!identity) return refuse("LC1008", `文件名须以 ${documentSuffixes.join("、")} 之一结尾`, 0, 0);
  if (text.length > documentLimits.characters) return refuse("LC1002", "文件超过 5 MB，没有读取");

  const extent = measure(text);
  if (extent.tooDeepAt >= 0) {
    return refuse("LC1003", `嵌套超过 ${documentLimits.depth} 层，没有读取`, extent.tooDeepAt);
  }
  const most = identity.kind === "data" ? documentLimits.dataValues : documentLimits.values;
  if (extent.values > most) return refuse("LC1002", `文件里的值超过 ${most} 个，没有读取`);

  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  const comma = first && strayComma(text, first.offset);
  if (comma !== undefined) return refuse("LC1001", "这里多了逗号", comma, 1, "JSON");
  if (first || !tree) {
    const message = text.trim() === "" ? "文件是空的" : (syntaxMessages[first?.error ?? 4] ?? "不是 JSON");
    return refuse("LC1001", message, first?.offset ?? 0, first?.length ?? 0, "JSON");
  }

  const diagnostics: Diagnostic[] = [];
  checkKeys(tree, [], (node, path, code, message) => {
    if (diagnostics.length < 100) {
      diagnostics.push(diagnosticAt(source, node, { code, severity: "error", path: pointerOf(path), message }));
    }
  });
  if (diagnostics.some((diagnostic) => diagnostic.code === "LC1005")) return { diagnostics };
  return { document: { ...source, ...identity, tree, value: JSON.parse(text), values: extent.values }, diagnostics };
}

/** One pass without a parser: nesting and number of values, both measured outside strings. */
function measure(text: string): { readonly tooDeepAt: number; readonly values: number } {
  let depth = 0;
  let values = 1;
  let isInText = false;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (isInText) {
      if (code === 92) offset += 1;
      else if (code === 34) isInText = false;
    } else if (code === 34) {
      isInText = true;
    } else if (code === 123 || code === 91) {
      depth += 1;
      values += 1;
      if (depth > documentLimits.depth) return { tooDeepAt: offset, values };
    } else if (code === 125 || code === 93) {
      depth -= 1;
    } else if (code === 44) {
      values += 1;
    }
  }
  return { tooDeepAt: -1, values };
}

/** The comma before a closing bracket: it is what is wrong there, and may stand on a line above. */
function strayComma(text: string, offset: number): number | undefined {
  if (!/[\]}]/.test(text.charAt(offset))) return undefined;
  const before = text.slice(0, offset).trimEnd();
  return before.endsWith(",") ? before.length - 1 : undefined;
}

function checkKeys(
  node: Node,
  path: readonly PathStep[],
  report: (node: Node, path: readonly PathStep[], code: string, message: string) => void,
): void {
  if (node.type === "array") {
    node.children?.forEach((child, index) => {
      checkKeys(child, [...path, index], report);
    });
    return;
  }
  if (node.type !== "object") return;
  const seen = new Set<string>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (!key) continue;
    const name = String(key.value);
    if (forbiddenKeys.has(name)) report(key, path, "LC1005", `不能使用属性名 ${quoted(name)}`);
    else if (seen.has(name)) report(key, path, "LC1004", `属性 ${quoted(name)} 写了两次，只有最后一次有效`);
    seen.add(name);
    if (value && (value.type === "object" || value.type === "array")) checkKeys(value, [...path, name], report);
  }
}
