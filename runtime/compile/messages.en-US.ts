import { inSentence, type Texts } from "../language/language.ts";
import type { chineseCompileMessages } from "./messages.ts";

export const englishCompileMessages: Texts<typeof chineseCompileMessages> = {
  currencyUnit: "yuan",
  countOf: (title) => title,
  confirmDelete: "Delete the selected records?",
  preset: {
    add: "Add",
    addChild: "Add child",
    edit: "Edit",
    detail: "Details",
    copy: "Copy",
    delete: "Delete",
    deleteBatch: "Delete selected",
    export: "Export",
    import: "Import",
    print: "Print",
    recycleBin: "Recycle bin",
    refresh: "Refresh",
    transition: "",
    generate: "",
  },
  viewTitle: {
    add: (title) => `Add ${inSentence(title)}`,
    edit: (title) => `Edit ${inSentence(title)}`,
    copy: (title) => `Add ${inSentence(title)}`,
    detail: (title) => `${title} details`,
  },
};
