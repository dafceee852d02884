import type { ErrorObject } from "ajv";
import type { Node } from "jsonc-parser";
import type { Diagnostic } from "./diagnostic.ts";
import { formExplanations, quoted, rendererUnions, typeNames, unknownKeyMessage, withSuggestion } from "./messages.ts";
import type { MetaSchema } from "./meta-schema.ts";
import { nearest } from "./nearest.ts";
import { knownKeys, schemaAt } from "./schema-walk.ts";
import {
  diagnosticAt,
  keyNode,
  nodeAtPointer,
  type PathStep,
  pointerOf,
  type SourceDocument,
} from "./source-document.ts";
import { metaSchemas, validatorOf } from "./validators.ts";

/** Keywords that only say that a branch failed; the failures inside the branch say why. */
const silentKeywords = new Set(["if", "anyOf", "propertyNames"]);
/** More mistakes than anybody reads at once; the bound keeps hostile documents cheap. */
const mostErrors = 300;
/** Beyond this a document is a list or an attack; of a list the first mistake is enough. */
const mostValuesForAllErrors = 6000;

/** An ajv error on its way to a diagnostic, with what is needed to drop those that another one explains. */
interface Finding {
  readonly kind: "unknown-key" | "missing-key" | "missing-tag" | "other";
  readonly path: string;
  readonly diagnostic: Diagnostic;
  /** The missing key. */
  readonly missing?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Whether some branch of the union here would take the unknown key. */
  readonly isKnown?: boolean | undefined;
  /** Keys of the branch that refused the unknown key. */
  readonly branch?: readonly string[] | undefined;
}

/** Checks a document against its meta-schema. The messages are Chinese; one mistake gives one diagnostic. */
export function checkShape(source: SourceDocument): Diagnostic[] {
  const validate = validatorOf(source.kind, source.values > mostValuesForAllErrors ? "first" : "all");
  if (validate(source.value)) return [];
  const errors = (validate.errors ?? []).filter((error) => !silentKeywords.has(error.keyword)).slice(0, mostErrors);
  validate.errors = null; // the errors of a large document would stay reachable until the next one
  const findings = errors.map((error) => new Describer(source, errors, error).finding());
  return dropExplained(findings).map((finding) => finding.diagnostic);
}

/**
 * A misspelt key explains what is missing beside it (the key itself, or the tag) and the keys of the branch that was
 * not meant.
 */
function dropExplained(findings: readonly Finding[]): readonly Finding[] {
  const typosAt = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.kind !== "unknown-key" || finding.suggestion === undefined) continue;
    typosAt.set(finding.path, [...(typosAt.get(finding.path) ?? []), finding]);
  }
  return findings.filter((finding) => {
    const typos = typosAt.get(finding.path) ?? [];
    const isOfOtherBranch = (typo: Finding) => !typo.branch?.includes(typo.suggestion ?? "");
    switch (finding.kind) {
      case "missing-key":
        return !typos.some((typo) => typo.suggestion === finding.missing || isOfOtherBranch(typo));
      case "missing-tag":
        return typos.length === 0;
      case "unknown-key":
        return !(finding.isKnown && typos.some((typo) => !typo.isKnown && isOfOtherBranch(typo)));
      default:
        return true;
    }
  });
}

class Describer {
  readonly #source: SourceDocument;
  readonly #all: readonly ErrorObject[];
  readonly #error: ErrorObject;
  readonly #node: Node;
  readonly #path: readonly PathStep[];
  readonly #parent: MetaSchema;

  constructor(source: SourceDocument, all: readonly ErrorObject[], error: ErrorObject) {
    this.#source = source;
    this.#all = all;
    this.#error = error;
    const { node, path } = nodeAtPointer(source.tree, error.instancePath);
    this.#node = node;
    this.#path = path;
    this.#parent = (error.parentSchema ?? {}) as MetaSchema;
  }

  finding(): Finding {
    // ajv names the key itself only where the names' schema stands in place; behind a reference the key is the data.
    const isName = typeof this.#error.data === "string" && this.#node.type === "object";
    const name = this.#error.propertyName ?? (isName ? String(this.#error.data) : undefined);
    if (name !== undefined) return this.#badName(name);
    switch (this.#error.keyword) {
      case "additionalProperties":
        return this.#unknownKey(String(this.#error.params.additionalProperty));
      case "discriminator":
        return this.#tag(String(this.#error.params.tag));
      case "required":
        return this.#missingKey(String(this.#error.params.missingProperty));
      case "enum":
        return this.#notAllowed((this.#error.params.allowedValues as readonly unknown[]).map(String));
      case "const":
        return this.#wrong("LC1105", `须为 ${JSON.stringify(this.#error.params.allowedValue)}`);
      case "type":
        return this.#wrongType([this.#error.params.type as string | readonly string[]].flat());
      case "pattern":
      case "not":
        return this.#badForm();
      default:
        return this.#outOfBounds();
    }
  }

  #make(
    kind: Finding["kind"],
    at: Node,
    diagnostic: Pick<Diagnostic, "code" | "message"> & {
      readonly expected?: string | undefined;
      readonly suggestion?: string | undefined;
    },
    more: Partial<Finding> = {},
  ): Finding {
    const { code, message, expected, suggestion } = diagnostic;
    return {
      kind,
      path: this.#error.instancePath,
      ...more,
      suggestion,
      diagnostic: diagnosticAt(this.#source, at, {
        code,
        severity: "error",
        path: pointerOf(this.#path),
        message: withSuggestion(message, suggestion),
        ...(expected === undefined ? {} : { expected }),
        ...(suggestion === undefined ? {} : { suggestion }),
      }),
    };
  }

  #wrong(code: string, rule: string): Finding {
    return this.#make("other", this.#node, {
      code,
      message: `${quoted(this.#node.value ?? this.#error.data)} 不对，${rule}`,
      expected: rule,
    });
  }

  #badName(name: string): Finding {
    if (isReservedName(name)) return this.#reserved(name, keyNode(this.#node, name) ?? this.#node);
    const rule = formExplanations[this.#parent.title ?? ""] ?? "不是合法的名称";
    return this.#make("other", keyNode(this.#node, name) ?? this.#node, {
      code: "LC1111",
      message: `${quoted(name)} ${rule}`,
    });
  }

  #reserved(name: string, at: Node): Finding {
    return this.#make("other", at, {
      code: "LC2011",
      message: `${quoted(name)} 是表格自己的列，不能作字段名、列名或单元格名`,
    });
  }

  #unknownKey(key: string): Finding {
    const own = Object.keys(this.#parent.properties ?? {});
    const known = new Set([...own, ...knownKeys(this.#meta, schemaAt(this.#meta, this.#path, this.#source.value))]);
    const present = new Set(Object.keys(this.#error.data as object));
    const missing = this.#all
      .filter((error) => error.keyword === "required" && error.instancePath === this.#error.instancePath)
      .map((error) => String(error.params.missingProperty));
    const free = (keys: Iterable<string>) => [...new Set([...missing, ...keys])].filter((one) => !present.has(one));
    // What this branch of a union takes comes first; where its tag chose it, nothing else would be taken: `is` of a fact
    // is not the `ids` of another one.
    const suggestion = nearest(key, free(own)) ?? (this.#isChosen() ? undefined : nearest(key, free(known)));
    const possible = suggestion === undefined ? free(own.length > 0 ? own : known) : [];
    return this.#make(
      "unknown-key",
      keyNode(this.#node, key) ?? this.#node,
      {
        code: "LC1101",
        message: unknownKeyMessage(key, this.#path.at(-1), possible),
        expected: own.join(" | "),
        suggestion,
      },
      { isKnown: known.has(key), branch: own },
    );
  }

  /** Whether the object has the tag of this branch. */
  #isChosen(): boolean {
    const data = this.#error.data as Readonly<Record<string, unknown>>;
    return Object.entries(this.#parent.properties ?? {}).some(
      ([name, { const: tag }]) => tag !== undefined && data[name] === tag,
    );
  }

  #tag(tag: string): Finding {
    const values = (this.#parent.oneOf ?? []).map((branch) => String(branch.properties?.[tag]?.const));
    const written = this.#node.children?.find((property) => property.children?.[0]?.value === tag)?.children?.[1];
    if (!written) return this.#missingTag(tag, values);
    if (isReservedName(written.value)) return this.#reserved(String(written.value), written);
    const slot = Object.keys(rendererUnions).find((name) => {
      const known = this.#meta.$defs?.[name]?.oneOf;
      return (
        known?.length === values.length && known.every((branch, at) => branch.properties?.[tag]?.const === values[at])
      );
    });
    return this.#make("other", written, {
      code: slot ? "LC2003" : "LC1108",
      message: `未知的${slot ? rendererUnions[slot] : ` ${tag}`} ${quoted(written.value)}`,
      expected: values.join(" | "),
      suggestion: nearest(String(written.value), values),
    });
  }

  /** A key that no branch knows and that is like the tag is the tag misspelt. */
  #missingTag(tag: string, values: readonly string[]): Finding {
    const branches = this.#parent.oneOf ?? [];
    const misspelt = this.#node.children
      ?.map((property) => property.children?.[0])
      .find(
        (key) =>
          key !== undefined &&
          !branches.some((branch) => branch.properties && Object.hasOwn(branch.properties, String(key.value))) &&
          nearest(String(key.value), [tag]) !== undefined,
      );
    if (misspelt) {
      return this.#make("other", misspelt, {
        code: "LC1101",
        message: `未知属性 ${quoted(misspelt.value)}`,
        suggestion: tag,
      });
    }
    return this.#make("missing-tag", this.#node, {
      code: "LC1109",
      message: `缺少 ${quoted(tag)}`,
      expected: values.join(" | "),
    });
  }

  #missingKey(key: string): Finding {
    return this.#make(
      "missing-key",
      this.#node,
      { code: "LC1102", message: `缺少必填属性 ${quoted(key)}` },
      {
        missing: key,
      },
    );
  }

  #notAllowed(allowed: readonly string[]): Finding {
    const value = this.#node.value ?? this.#error.data;
    return this.#make("other", this.#node, {
      code: "LC1104",
      message: `${quoted(value)} 不在允许的值 ${allowed.join("、")} 中`,
      expected: allowed.join(" | "),
      suggestion: typeof value === "string" ? nearest(value, allowed) : undefined,
    });
  }

  #wrongType(types: readonly string[]): Finding {
    const expected = types.map((type) => typeNames[type] ?? type).join("或");
    return this.#make("other", this.#node, { code: "LC1103", message: `这里应为${expected}`, expected });
  }

  #badForm(): Finding {
    if (isReservedName(this.#node.value)) return this.#reserved(String(this.#node.value), this.#node);
    const rule = formExplanations[this.#parent.title ?? ""] ?? "格式不对";
    return this.#make("other", this.#node, {
      code: "LC1106",
      message: `${quoted(this.#node.value ?? this.#error.data)} ${rule}`,
      ...(this.#parent.description === undefined ? {} : { expected: this.#parent.description }),
    });
  }

  #outOfBounds(): Finding {
    const limit = String(this.#error.params.limit ?? "");
    const rules: Readonly<Record<string, readonly [string, string]>> = {
      minimum: ["LC1107", `不能小于 ${limit}`],
      maximum: ["LC1107", `不能大于 ${limit}`],
      exclusiveMinimum: ["LC1107", `须大于 ${limit}`],
      exclusiveMaximum: ["LC1107", `须小于 ${limit}`],
      minItems: ["LC1110", `至少要有 ${limit} 项`],
      maxItems: ["LC1110", `最多 ${limit} 项`],
      minProperties: ["LC1110", `至少要有 ${limit} 个属性`],
    };
    const [code, rule] = rules[this.#error.keyword] ?? ["LC1100", "不符合文档语言"];
    const isScalar = this.#node.value !== undefined;
    return this.#make("other", this.#node, {
      code,
      message: isScalar ? `${quoted(this.#node.value)} ${rule}` : `这里${rule}`,
      expected: rule,
    });
  }

  get #meta(): MetaSchema {
    return metaSchemas[this.#source.kind];
  }
}

/** Columns that the editable table draws itself (TBL-14). */
const reservedNames: ReadonlySet<unknown> = new Set([
  "row-number",
  "row-checkbox",
  "row-radio",
  "row-expand",
  "row-drag-sort",
]);

/** Whether a name is taken by the table: no field, column or cell may be called so. */
const isReservedName = (name: unknown): boolean => reservedNames.has(name);
