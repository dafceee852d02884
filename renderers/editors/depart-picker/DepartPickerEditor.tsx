import type { EditorProps } from "../../form/editor-props.ts";
import { MultiSelectEditor } from "../multi-select/MultiSelectEditor.tsx";
import { SearchSelectEditor } from "../search-select/SearchSelectEditor.tsx";

/** One department or several, found by typing a part of the name. */
export function DepartPickerEditor(props: EditorProps) {
  const isMultiple = (props.options.type === "depart-picker" && props.options.multiple) || props.field.multiple;
  return isMultiple ? <MultiSelectEditor {...props} /> : <SearchSelectEditor {...props} />;
}
