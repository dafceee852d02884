import type { AnyDefinition, Slot } from "../registry/define.ts";
import { ref, titled, union } from "./fragments/build.ts";
import { data, dataFragments, screenTest, testFragments } from "./fragments/data-and-test.ts";
import { fieldFragments } from "./fragments/fields.ts";
import { formFragments, panelCommon, panelEvents } from "./fragments/forms.ts";
import { model, modelFragments } from "./fragments/model.ts";
import { sampleFragments } from "./fragments/sample.ts";
import { gridFragments, screenFragments, screenHead } from "./fragments/screen-parts.ts";
import { words } from "./fragments/words.ts";
import type { MetaSchema } from "./meta-schema.ts";

/** The four kinds of document; also the file names below `schemas/meta/v1`. */
export type DocumentKind = "model" | "screen" | "data" | "screen-test";

/**
 * The meta-schemas of the document language: the shared fragments plus one branch per renderer definition.
 *
 * @param definitions every renderer the product (and its plugins) knows
 * @returns self-contained draft-07 schemas, each with the `$defs` it reaches
 * @throws Error when a definition is given twice or a fragment refers to a definition that does not exist
 */
export function composeMetaSchemas(definitions: readonly AnyDefinition[]): Record<DocumentKind, MetaSchema> {
  const shared: Record<string, MetaSchema> = {
    ...words,
    ...fieldFragments,
    ...modelFragments,
    ...sampleFragments,
    ...screenFragments,
    ...gridFragments,
    ...formFragments,
    ...dataFragments,
    ...testFragments,
    cell: { ...union("type", branches(definitions, "cell")), description: "怎样显示" },
    editor: { ...union("type", branches(definitions, "editor")), description: "用什么控件编辑" },
    action: union("type", branches(definitions, "action")),
    actions: { type: "array", minItems: 1, items: ref("action"), description: "依次执行，失败则停" },
    panel: union("type", branches(definitions, "panel", { first: panelCommon, last: panelEvents })),
  };
  return {
    model: compose("model", titled("模型文档", model), shared),
    screen: compose(
      "screen",
      titled(
        "页面文档",
        union("kind", branches(definitions, "screen", { first: screenHead, required: ["schemaVersion"] })),
      ),
      shared,
    ),
    data: compose("data", titled("数据文档", data), shared),
    "screen-test": compose("screen-test", titled("页面测试文档", screenTest), shared),
  };
}

/** What all renderers of a slot share: properties before and after their own. */
interface SlotCommon {
  readonly first?: Readonly<Record<string, MetaSchema>>;
  readonly last?: Readonly<Record<string, MetaSchema>>;
  readonly required?: readonly string[];
}

function branches(
  definitions: readonly AnyDefinition[],
  slot: Slot,
  { first = {}, last = {}, required = [] }: SlotCommon = {},
): Record<string, MetaSchema> {
  const found: Record<string, MetaSchema> = {};
  for (const { slot: own, type, title, description, props } of definitions) {
    if (own !== slot) continue;
    if (found[type]) throw new Error(`${slot} "${type}" is defined twice`);
    found[type] = {
      title,
      description,
      properties: { ...first, ...props.properties, ...last },
      required: [...required, ...(props.required ?? [])],
    };
  }
  return found;
}

function compose(kind: DocumentKind, body: MetaSchema, shared: Readonly<Record<string, MetaSchema>>): MetaSchema {
  const used = new Set<string>();
  collectRefs(body, (name) => {
    const fragment = shared[name];
    if (!fragment) throw new Error(`${kind}: no fragment "${name}"`);
    if (used.has(name)) return undefined;
    used.add(name);
    return fragment;
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: `urn:lowcode:meta:v1:${kind}`,
    ...body,
    $defs: Object.fromEntries(Object.entries(shared).filter(([name]) => used.has(name))),
  };
}

function collectRefs(value: unknown, enter: (name: string) => MetaSchema | undefined): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== "$ref") collectRefs(child, enter);
    else collectRefs(enter(String(child).replace(/^#\/\$defs\//, "")), enter);
  }
}
