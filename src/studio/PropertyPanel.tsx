import { Form, Input, InputNumber, Select } from "antd";
import { useId, useState } from "react";
import { isObject, type Json, type JsonObject, written } from "../../runtime/overlay/overlay.ts";
import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import { branchesFor, follow } from "../../runtime/schema/schema-walk.ts";
import type { Path } from "./edit-text.ts";
import { metaSchemaOf, schemaOfPlace } from "./meta-schema-of.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { OpenDocument } from "./studio-types.ts";

interface PropertyPanelProps {
  readonly kind: OpenDocument["kind"];
  readonly document: JsonObject;
  readonly path: Path;
  readonly value: Json | undefined;
  readonly readOnly: boolean;
  onChange(property: string, value: Json | undefined): void;
}

interface Property {
  readonly name: string;
  readonly control: "text" | "number" | "choice";
  readonly choices: readonly (string | boolean)[];
  readonly title: string;
}

/** The simple properties of a part, as the meta-schema has them; what is nested is edited in the text beside. */
export function PropertyPanel({ kind, document, path, value, readOnly, onChange }: PropertyPanelProps) {
  const id = useId();
  const object = value === undefined ? undefined : written(value);
  if (!isObject(object)) return null;
  const properties = propertiesOf(kind, document, path, object);
  return (
    <Form layout="vertical" size="small" component="div" disabled={readOnly} style={{ marginTop: 8 }}>
      {properties.map(({ name, control, choices, title }) => {
        const now = object[name];
        const own = `${id}${name}`;
        return (
          <Form.Item key={name} label={`${name}  ${title}`} htmlFor={own} style={{ marginBottom: 8 }}>
            {control === "choice" ? (
              <Select
                id={own}
                allowClear
                value={now === undefined ? undefined : String(now)}
                options={choices.map((one) => ({ value: String(one), label: labelOf(one) }))}
                onChange={(next) =>
                  onChange(
                    name,
                    choices.find((one) => String(one) === next),
                  )
                }
              />
            ) : control === "number" ? (
              <LazyNumber
                id={own}
                value={typeof now === "number" ? now : undefined}
                onCommit={(next) => onChange(name, next)}
              />
            ) : (
              <LazyText
                id={own}
                value={typeof now === "string" ? now : ""}
                onCommit={(next) => onChange(name, next || undefined)}
              />
            )}
          </Form.Item>
        );
      })}
    </Form>
  );
}

const labelOf = (value: string | boolean): string => (typeof value === "string" ? value : value ? texts.yes : texts.no);

/** Written when it is left or Enter is pressed: every keystroke would be a step to take back. */
function LazyText({ id, value, onCommit }: { id: string; value: string; onCommit(next: string): void }) {
  const [typed, setTyped] = useState<string>();
  const commit = (next: string) => {
    setTyped(undefined);
    if (next !== value) onCommit(next);
  };
  return (
    <Input
      id={id}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ target }) => commit(target.value)}
      onPressEnter={({ currentTarget }) => commit(currentTarget.value)}
    />
  );
}

function LazyNumber({
  id,
  value = null,
  onCommit,
}: {
  id: string;
  value: number | null | undefined;
  onCommit(next: number | undefined): void;
}) {
  const [typed, setTyped] = useState<number | null>();
  const commit = (text: string) => {
    setTyped(undefined);
    const next = text.trim() === "" ? null : Number(text);
    if (next !== value && !Number.isNaN(next)) onCommit(next ?? undefined);
  };
  return (
    <InputNumber
      id={id}
      style={{ width: "100%" }}
      value={typed === undefined ? value : typed}
      onChange={setTyped}
      onBlur={({ target }) => commit(target.value)}
      // It hears the key on what it draws around its input.
      onPressEnter={({ target }) => commit((target as HTMLInputElement).value)}
    />
  );
}

function propertiesOf(
  kind: OpenDocument["kind"],
  document: JsonObject,
  path: Path,
  value: JsonObject,
): readonly Property[] {
  const meta = metaSchemaOf[kind];
  const found = new Map<string, Property>();
  for (const schema of objectSchemas(meta, schemaOfPlace(kind, path, document), value)) {
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      const property = simple(meta, name, one);
      if (property && !found.has(name)) found.set(name, property);
    }
  }
  return [...found.values()];
}

/** The objects that may stand here, through unions; those whose tag is written first. */
function objectSchemas(
  meta: MetaSchema,
  start: MetaSchema | undefined,
  value: JsonObject,
  depth = 0,
): readonly MetaSchema[] {
  const schema = follow(meta, start);
  if (!schema || depth > 6) return [];
  if (schema.properties) {
    const isFitting = Object.keys(value).every(
      (key) => key in (schema.properties ?? {}) || schema.additionalProperties !== false,
    );
    return isFitting ? [schema] : [];
  }
  const branches = [...branchesFor(schema, value), schema.then, schema.else].filter((one) => one !== undefined);
  return branches.flatMap((branch) => objectSchemas(meta, branch, value, depth + 1));
}

function simple(meta: MetaSchema, name: string, start: MetaSchema): Property | undefined {
  const schema = follow(meta, start);
  if (!schema || name === "$schema" || name === "schemaVersion") return undefined;
  const text = start.description ?? schema.description ?? "";
  const title = text.split(/[：；，。,;:（(]/u)[0] ?? "";
  const base = { name, title: title.length <= 12 ? title : "", choices: [] };
  if (schema.enum?.every((one) => typeof one === "string")) {
    return { ...base, control: "choice", choices: schema.enum as readonly string[] };
  }
  if (schema.type === "boolean") return { ...base, control: "choice", choices: [true, false] };
  if (schema.type === "integer" || schema.type === "number") return { ...base, control: "number" };
  return schema.type === "string" ? { ...base, control: "text" } : undefined;
}
