import type { ComponentType } from "react";
import { type LazyPart, lazyPart } from "../../runtime/react/lazy-part.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { InputEditor } from "../editors/input/InputEditor.tsx";
import { TextareaEditor } from "../editors/textarea/TextareaEditor.tsx";
import { componentOf } from "../registered-components.ts";
import type { EditorProps } from "./editor-props.ts";

/** Text is typed in every form; the other controls come with the first form that has one. */
const NumberEditor = lazyPart(() =>
  import("../editors/number/NumberEditor.tsx").then((module) => ({ default: module.NumberEditor })),
);
const PasswordEditor = lazyPart(() =>
  import("../editors/password/PasswordEditor.tsx").then((module) => ({ default: module.PasswordEditor })),
);
const RadioEditor = lazyPart(() =>
  import("../editors/radio/RadioEditor.tsx").then((module) => ({ default: module.RadioEditor })),
);
const CheckboxEditor = lazyPart(() =>
  import("../editors/checkbox/CheckboxEditor.tsx").then((module) => ({ default: module.CheckboxEditor })),
);
const SwitchEditor = lazyPart(() =>
  import("../editors/switch/SwitchEditor.tsx").then((module) => ({ default: module.SwitchEditor })),
);
const SelectEditor = lazyPart(() =>
  import("../editors/select/SelectEditor.tsx").then((module) => ({ default: module.SelectEditor })),
);
const MultiSelectEditor = lazyPart(() =>
  import("../editors/multi-select/MultiSelectEditor.tsx").then((module) => ({ default: module.MultiSelectEditor })),
);
const SearchSelectEditor = lazyPart(() =>
  import("../editors/search-select/SearchSelectEditor.tsx").then((module) => ({ default: module.SearchSelectEditor })),
);
const TagsEditor = lazyPart(() =>
  import("../editors/tags/TagsEditor.tsx").then((module) => ({ default: module.TagsEditor })),
);
const ListedPicker = lazyPart(() =>
  import("../editors/role-picker/ListedPicker.tsx").then((module) => ({ default: module.ListedPicker })),
);
const DateEditor = lazyPart(() =>
  import("../editors/date/DateEditor.tsx").then((module) => ({ default: module.DateEditor })),
);
const RangeEditor = lazyPart(async () => ({ default: (await import("../editors/range/RangeEditor.tsx")).RangeEditor }));

const InputPopEditor = lazyPart(async () => ({
  default: (await import("../editors/input-pop/InputPopEditor.tsx")).InputPopEditor,
}));
const DepartPickerEditor = lazyPart(() =>
  import("../editors/depart-picker/DepartPickerEditor.tsx").then((module) => ({ default: module.DepartPickerEditor })),
);
const UserPickerEditor = lazyPart(() =>
  import("../editors/user-picker/UserPickerEditor.tsx").then((module) => ({ default: module.UserPickerEditor })),
);
const RecordPickerEditor = lazyPart(() =>
  import("../editors/record-picker/RecordPickerEditor.tsx").then((module) => ({ default: module.RecordPickerEditor })),
);
const ProgressEditor = lazyPart(async () => ({
  default: (await import("../editors/progress/ProgressEditor.tsx")).ProgressEditor,
}));
const IconEditor = lazyPart(() =>
  import("../editors/icon/IconEditor.tsx").then((module) => ({ default: module.IconEditor })),
);
const SuggestEditor = lazyPart(async () => ({
  default: (await import("../editors/suggest/SuggestEditor.tsx")).SuggestEditor,
}));
const TreeSelectEditor = lazyPart(() =>
  import("../editors/trees/TreeSelectEditor.tsx").then((module) => ({ default: module.TreeSelectEditor })),
);
const CronEditor = lazyPart(() =>
  import("../editors/cron/CronEditor.tsx").then((module) => ({ default: module.CronEditor })),
);
const AreaEditor = lazyPart(() =>
  import("../editors/area/AreaEditor.tsx").then((module) => ({ default: module.AreaEditor })),
);
/** Pickers and uploads come with the first form that shows one. */
const ImageUploadEditor = lazyPart(() =>
  import("../editors/image-upload/ImageUploadEditor.tsx").then((module) => ({ default: module.ImageUploadEditor })),
);
const FileCellEditor = lazyPart(async () => ({
  default: (await import("../editors/file/FileCellEditor.tsx")).FileCellEditor,
}));
const ImageCellEditor = lazyPart(async () => ({
  default: (await import("../editors/image/ImageCellEditor.tsx")).ImageCellEditor,
}));
const FileUploadEditor = lazyPart(() =>
  import("../editors/file-upload/FileUploadEditor.tsx").then((module) => ({ default: module.FileUploadEditor })),
);

const CodeEditor = lazyPart(async () => ({
  default: (await import("../editors/code-editor/CodeEditor.tsx")).CodeEditor,
}));
const MarkdownEditor = lazyPart(async () => ({
  default: (await import("../editors/markdown/MarkdownEditor.tsx")).MarkdownEditor,
}));
const SqlEditor = lazyPart(async () => ({ default: (await import("../editors/sql/SqlEditor.tsx")).SqlEditor }));
const RichTextEditor = lazyPart(() =>
  import("../editors/rich-text/RichTextEditor.tsx").then((module) => ({ default: module.RichTextEditor })),
);

const EntriesEditor = lazyPart(() =>
  import("../editors/entries/EntriesEditor.tsx").then((module) => ({ default: module.EntriesEditor })),
);

/** The controls that exist. An editor of the language that is not here shows its value and says so. */
export const editorComponents: Partial<Record<Editor["type"], ComponentType<EditorProps>>> = {
  input: InputEditor,
  "input-pop": InputPopEditor,
  password: PasswordEditor,
  number: NumberEditor,
  textarea: TextareaEditor,
  select: SelectEditor,
  "multi-select": MultiSelectEditor,
  "search-select": SearchSelectEditor,
  suggest: SuggestEditor,
  radio: RadioEditor,
  checkbox: CheckboxEditor,
  switch: SwitchEditor,
  tags: TagsEditor,
  "depart-picker": DepartPickerEditor,
  "user-picker": UserPickerEditor,
  "role-picker": ListedPicker,
  "position-picker": ListedPicker,
  "category-select": TreeSelectEditor,
  "tree-select": TreeSelectEditor,
  "record-picker": RecordPickerEditor,
  popup: RecordPickerEditor,
  progress: ProgressEditor,
  icon: IconEditor,
  cron: CronEditor,
  date: DateEditor,
  datetime: DateEditor,
  time: DateEditor,
  month: DateEditor,
  range: RangeEditor,
  area: AreaEditor,
  "image-upload": ImageUploadEditor,
  image: ImageCellEditor,
  "file-upload": FileUploadEditor,
  file: FileCellEditor,
  "code-editor": CodeEditor,
  sql: SqlEditor,
  "rich-text": RichTextEditor,
  entries: EntriesEditor,
  markdown: MarkdownEditor,
};

/** The control of an editor, the product's or a plugin's. */
export function editorComponentOf(type: Editor["type"]): ComponentType<EditorProps> | undefined {
  return editorComponents[type] ?? componentOf<EditorProps>("editor", type);
}

/** Controls that a table gets before its first cell is opened. */
const fetched = new Map<string, LazyPart<EditorProps>>(
  Object.entries({
    number: NumberEditor,
    password: PasswordEditor,
    select: SelectEditor,
    "multi-select": MultiSelectEditor,
    "search-select": SearchSelectEditor,
    suggest: SuggestEditor,
    "role-picker": ListedPicker,
    "position-picker": ListedPicker,
    radio: RadioEditor,
    checkbox: CheckboxEditor,
    switch: SwitchEditor,
    tags: TagsEditor,
    icon: IconEditor,
    date: DateEditor,
    datetime: DateEditor,
    time: DateEditor,
    month: DateEditor,
    area: AreaEditor,
    "tree-select": TreeSelectEditor,
    "category-select": TreeSelectEditor,
  }),
);
/** A form waits for the others, so that it opens whole; these appear in it when they come. */
const large: ReadonlySet<string> = new Set([
  "date",
  "datetime",
  "time",
  "month",
  "area",
  "tree-select",
  "category-select",
]);
export const allEditors: readonly string[] = [...fetched.keys()];
/** Those that were fetched, or could not be. */
const settled = new Set<string>();

/** Fetches these controls; undefined = they are there. */
export function fetchEditors(types: readonly string[]): Promise<void> | undefined {
  const wanted = types.filter((type) => fetched.has(type) && !settled.has(type));
  if (wanted.length === 0) return undefined;
  return Promise.all(wanted.map((type) => fetched.get(type)?.preload())).then(() => {
    for (const type of wanted) settled.add(type);
  });
}

/** Fetches the small ones among these. */
export const fetchSmallEditors = (types: readonly string[]): Promise<void> | undefined =>
  fetchEditors(types.filter((type) => !large.has(type)));
