import type { EditorProps } from "../editor-props.ts";
import { MultiSelectEditor } from "../multi-select/MultiSelectEditor.tsx";
import { SearchSelectEditor } from "../search-select/SearchSelectEditor.tsx";

/** Roles, positions, categories: lists short enough to find an entry by typing a part of its name. */
export function ListedPicker(props: EditorProps) {
  const { options, field } = props;
  const isMultiple = ("multiple" in options && options.multiple) || field.multiple;
  return isMultiple ? <MultiSelectEditor {...props} /> : <SearchSelectEditor {...props} />;
}
