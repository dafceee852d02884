import { isRiskyPattern } from "../record/risky-pattern.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import { isSchema, type JsonSchema, keywords, schemaLimits, subSchemas } from "./keywords.ts";
import { schemaShape } from "./validate-value.ts";

export interface SchemaProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** The key of the last step is meant. */
  readonly atKey?: boolean;
}

/**
 * Why a schema cannot be used; empty for one that can. What passes here compiles, refers to nothing outside, and has no
 * pattern that takes long.
 */
export function schemaProblems(schema: JsonSchema): readonly SchemaProblem[] {
  if (JSON.stringify(schema).length > schemaLimits.characters)
    return [{ path: [], message: `JSON Schema 超过 ${schemaLimits.characters / 1024} KB，请拆分或精简` }];
  const problems: SchemaProblem[] = [];
  const pending = [{ schema, path: [] as readonly (string | number)[] }];
  let seen = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    seen += 1;
    if (seen > schemaLimits.schemas)
      return [{ path: [], message: `JSON Schema 里的规则超过 ${schemaLimits.schemas} 条，请拆分或精简` }];
    if (next.path.length > schemaLimits.depth * 2)
      return [{ path: [], message: `JSON Schema 嵌套超过 ${schemaLimits.depth} 层` }];
    problems.push(...ownProblems(next.schema, next.path, schema));
    pending.push(...subSchemas(next.schema, next.path));
  }
  if (problems.length > 0) return problems;
  return schemaShape(schema);
}

function* ownProblems(
  schema: JsonSchema,
  path: readonly (string | number)[],
  root: JsonSchema,
): Generator<SchemaProblem> {
  for (const keyword of Object.keys(schema)) {
    if (Object.hasOwn(keywords, keyword)) continue;
    const suggestion = nearest(keyword, Object.keys(keywords));
    yield { path: [...path, keyword], message: `JSON Schema 里不能写 ${quoted(keyword)}`, suggestion, atKey: true };
  }
  const { $ref, pattern, patternProperties } = schema;
  if (typeof $ref === "string") {
    const problem = referenceProblem($ref, root);
    if (problem) yield { path: [...path, "$ref"], message: problem };
  }
  if (typeof pattern === "string" && !isUsable(pattern))
    yield { path: [...path, "pattern"], message: patternText(pattern) };
  if (isSchema(patternProperties)) {
    for (const name of Object.keys(patternProperties)) {
      if (!isUsable(name))
        yield { path: [...path, "patternProperties", name], message: patternText(name), atKey: true };
    }
  }
}

/** Only into the schema itself: nothing is fetched, in the browser or on the server. */
function referenceProblem(reference: string, root: JsonSchema): string | undefined {
  if (reference === "#") return undefined;
  const [, group = "", name = ""] = /^#\/(definitions|\$defs)\/([A-Za-z0-9_-]+)$/.exec(reference) ?? [];
  if (group === "") return `${quoted(reference)} 不在这个文档里；$ref 只能写 #、#/definitions/名称 或 #/$defs/名称`;
  const defined = root[group];
  return isSchema(defined) && Object.hasOwn(defined, name) ? undefined : `没有定义 ${quoted(reference)}`;
}

function isUsable(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
  } catch {
    return false;
  }
  return !isRiskyPattern(pattern);
}

const patternText = (pattern: string) => `正则表达式 ${quoted(pattern)} 有错误，或遇到特别的文字会算很久，请改写`;
