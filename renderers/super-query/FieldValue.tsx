import type { ComponentType } from "react";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { ControlFrame } from "../editors/ControlFrame.tsx";
import type { EditorProps } from "../editors/editor-props.ts";
import { editorComponentOf } from "../editors/registered-editors.ts";
import type { SuperField } from "./query-fields.ts";

interface FieldValueProps {
  readonly id: string;
  readonly field: SuperField;
  readonly editor: Editor;
  /** Several values, comma-joined. */
  readonly isSeveral: boolean;
  readonly value: unknown;
  readonly text: string | undefined;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  /** @param text the words of a picked value */
  onChange(value: unknown, text: string | undefined): void;
}

/** A value for a field outside its form: the control is the registry's, by the field's type. */
export function FieldValue({ id, field, editor, isSeveral, value, text, ...rest }: FieldValueProps) {
  const { services, dictionaries, onChange } = rest;
  const Control: ComponentType<EditorProps> =
    editorComponentOf(editor.type) ?? editorComponentOf("input") ?? (() => null);
  let picked: string | undefined;
  return (
    <ControlFrame type={editor.type}>
      <Control
        id={id}
        title={field.title}
        field={{ ...field.field, dict: field.dict, readOnly: false, multiple: isSeveral, maxLength: 500 }}
        dict={field.dict}
        options={editor}
        value={value}
        text={text}
        disabled={false}
        aria={{ "aria-required": undefined, "aria-invalid": undefined, "aria-describedby": undefined }}
        services={services}
        dictionaries={dictionaries}
        onPicked={(words) => {
          picked = words;
        }}
        onChange={(next) => onChange(next, picked)}
        onBlur={() => undefined}
      />
    </ControlFrame>
  );
}
