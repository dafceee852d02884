import type { ComponentType } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../editors/editor-props.ts";
import { editorComponentOf } from "../../editors/registered-editors.ts";
import type { FilterProps } from "../filter-props.ts";

/** A picker of the forms as a filter: the same dialog or tree. */
export function EditorFilter({ id, item, value, services, dictionaries, onChange }: FilterProps) {
  const { editor } = item;
  const Editor: ComponentType<EditorProps> | undefined =
    editor.kind === "editor" ? editorComponentOf(editor.type) : undefined;
  if (!Editor || editor.kind !== "editor") return null;
  const isSeveral = item.op === "in";
  return (
    <Editor
      id={id}
      title={item.title}
      field={{ ...item.field, dict: item.dict, multiple: isSeveral }}
      dict={item.dict}
      options={editor.props}
      value={Array.isArray(value) ? value.join(",") : value}
      text={undefined}
      disabled={false}
      aria={{ "aria-required": undefined, "aria-invalid": undefined, "aria-describedby": undefined }}
      services={services}
      dictionaries={dictionaries}
      onChange={(next) => onChange(isSeveral ? commaParts(next) : (next ?? undefined))}
      onBlur={() => undefined}
    />
  );
}
