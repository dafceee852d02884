// Generated from the renderers' folders whenever something is built; do not edit.

import { DictFilter } from "./dict/DictFilter.tsx";
import { TextFilter } from "./text/TextFilter.tsx";
import { registerRenderers } from "../../runtime/registry/registry.ts";

registerRenderers("filter", {
  area: { editors: ["area"], fetch: async () => (await import("./area/AreaFilter.tsx")).AreaFilter },
  date: { editors: ["range","date","datetime","time","month"], fetch: async () => (await import("./date/DateFilter.tsx")).DateFilter },
  dict: { component: DictFilter },
  editor: { editors: ["tree-select","category-select","user-picker","depart-picker","role-picker","position-picker"], fetch: async () => (await import("./editor/EditorFilter.tsx")).EditorFilter },
  "number-range": { fetch: async () => (await import("./number-range/NumberRangeFilter.tsx")).NumberRangeFilter },
  record: { editors: ["search-select"], fetch: async () => (await import("./record/RecordFilter.tsx")).RecordFilter },
  text: { component: TextFilter },
});
