import { useEffect, useRef, useState } from "react";
import { fileName } from "../../../runtime/format/cell-text.ts";
import { comesInParts } from "../../../runtime/schema/comes-in-parts.ts";
import type { EditorProps } from "../editor-props.ts";
import { useUploadKind } from "./upload-kinds.ts";
import { UploadList } from "./upload-list.ts";
import type { UploadRules } from "./upload-rules.ts";

/** The files of a form's field; uploads under way end with the field. `rules` of the list are those of the use as well. */
export function useUploadList(props: EditorProps, biz: string, rules: UploadRules): UploadList {
  const latest = useRef(props);
  latest.current = props;
  const { value, text, options } = props;
  const isOurs = !("action" in options) || options.action === undefined;
  const kind = useUploadKind(props.services, isOurs ? biz : undefined);
  const [list] = useState(() => {
    const made = new UploadList({
      rules,
      biz,
      isEntries: props.options.type === "file-upload" && props.options.store === "files",
      inParts: (file) => {
        const { options } = latest.current;
        return comesInParts(file, { action: "action" in options ? options.action : undefined });
      },
      upload: (file, sending) => {
        const { services, options } = latest.current;
        const own = options.type === "file" || options.type === "image" ? options : undefined;
        const { action, responseName, token } = own ?? {};
        return services.upload(file, { ...sending, action, responseName, token });
      },
      onChange: (next, names) => {
        latest.current.onPicked?.(names || undefined);
        latest.current.onChange(next);
      },
      onBusy: (busy) => latest.current.onBusy?.(busy),
    });
    // From the first draw on: a field with files never stands there as one without.
    showValue(made, value, text);
    return made;
  });
  list.rules = { ...rules, kind };
  useEffect(() => showValue(list, value, text), [list, value, text]);
  useEffect(() => {
    // A page behind another tab stops; it goes on when it is shown again.
    if (list.isBusy) list.resume();
    return () => list.stop();
  }, [list]);
  return list;
}

function showValue(list: UploadList, value: unknown, text: string | undefined): void {
  const names = text?.split(",");
  list.show(value, (path, index) => names?.[index] ?? fileName(path));
}
