import { type ComponentType, lazy } from "react";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { CheckboxEditor } from "../editors/checkbox/CheckboxEditor.tsx";
import { InputEditor } from "../editors/input/InputEditor.tsx";
import { MultiSelectEditor } from "../editors/multi-select/MultiSelectEditor.tsx";
import { NumberEditor } from "../editors/number/NumberEditor.tsx";
import { PasswordEditor } from "../editors/password/PasswordEditor.tsx";
import { RadioEditor } from "../editors/radio/RadioEditor.tsx";
import { ListedPicker } from "../editors/role-picker/ListedPicker.tsx";
import { SearchSelectEditor } from "../editors/search-select/SearchSelectEditor.tsx";
import { SelectEditor } from "../editors/select/SelectEditor.tsx";
import { SwitchEditor } from "../editors/switch/SwitchEditor.tsx";
import { TagsEditor } from "../editors/tags/TagsEditor.tsx";
import { TextareaEditor } from "../editors/textarea/TextareaEditor.tsx";
import type { EditorProps } from "./editor-props.ts";

/** Calendars weigh as much as all other editors together: they come with the first form that shows one. */
const DateEditor = lazy(() =>
  import("../editors/date/DateEditor.tsx").then((module) => ({ default: module.DateEditor })),
);
const RangeEditor = lazy(() =>
  import("../editors/range/RangeEditor.tsx").then((module) => ({ default: module.RangeEditor })),
);

const DepartPickerEditor = lazy(() =>
  import("../editors/depart-picker/DepartPickerEditor.tsx").then((module) => ({ default: module.DepartPickerEditor })),
);
const UserPickerEditor = lazy(() =>
  import("../editors/user-picker/UserPickerEditor.tsx").then((module) => ({ default: module.UserPickerEditor })),
);
const RecordPickerEditor = lazy(() =>
  import("../editors/record-picker/RecordPickerEditor.tsx").then((module) => ({ default: module.RecordPickerEditor })),
);
const ProgressEditor = lazy(() =>
  import("../editors/progress/ProgressEditor.tsx").then((module) => ({ default: module.ProgressEditor })),
);
const IconEditor = lazy(() =>
  import("../editors/icon/IconEditor.tsx").then((module) => ({ default: module.IconEditor })),
);
/** Pickers and uploads come with the first form that shows one. */
const AreaEditor = lazy(() =>
  import("../editors/area/AreaEditor.tsx").then((module) => ({ default: module.AreaEditor })),
);
const ImageUploadEditor = lazy(() =>
  import("../editors/image-upload/ImageUploadEditor.tsx").then((module) => ({ default: module.ImageUploadEditor })),
);
const FileUploadEditor = lazy(() =>
  import("../editors/file-upload/FileUploadEditor.tsx").then((module) => ({ default: module.FileUploadEditor })),
);

/** The controls that exist. An editor of the language that is not here shows its value and says so. */
export const editorComponents: Partial<Record<Editor["type"], ComponentType<EditorProps>>> = {
  input: InputEditor,
  password: PasswordEditor,
  number: NumberEditor,
  textarea: TextareaEditor,
  select: SelectEditor,
  "multi-select": MultiSelectEditor,
  "search-select": SearchSelectEditor,
  radio: RadioEditor,
  checkbox: CheckboxEditor,
  switch: SwitchEditor,
  tags: TagsEditor,
  "depart-picker": DepartPickerEditor,
  "user-picker": UserPickerEditor,
  "role-picker": ListedPicker,
  "position-picker": ListedPicker,
  "category-select": ListedPicker,
  "tree-select": ListedPicker,
  "record-picker": RecordPickerEditor,
  popup: RecordPickerEditor,
  progress: ProgressEditor,
  icon: IconEditor,
  date: DateEditor,
  datetime: DateEditor,
  time: DateEditor,
  month: DateEditor,
  range: RangeEditor,
  area: AreaEditor,
  "image-upload": ImageUploadEditor,
  image: ImageUploadEditor,
  "file-upload": FileUploadEditor,
  file: FileUploadEditor,
};
