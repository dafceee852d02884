import type { EditorProps } from "../../form/editor-props.ts";
import { MultiSelectEditor } from "../multi-select/MultiSelectEditor.tsx";
import { SearchSelectEditor } from "../search-select/SearchSelectEditor.tsx";

/** One user or several, found by typing a part of the name. */
export function UserPickerEditor(props: EditorProps) {
  const isMultiple = (props.options.type === "user-picker" && props.options.multiple) || props.field.multiple;
  return isMultiple ? <MultiSelectEditor {...props} /> : <SearchSelectEditor {...props} />;
}
