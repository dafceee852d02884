import { useEffect, useRef, useState } from "react";
import { fileName } from "../../../runtime/format/cell-text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { UploadList } from "./upload-list.ts";
import type { UploadRules } from "./upload-rules.ts";

/** The files of a form's field; uploads under way end with the field. */
export function useUploadList(props: EditorProps, biz: string, rules: UploadRules): UploadList {
  const latest = useRef(props);
  latest.current = props;
  const [list] = useState(
    () =>
      new UploadList({
        rules,
        biz,
        isEntries: props.options.type === "file-upload" && props.options.store === "files",
        upload: (file, sending) => {
          const { services, options } = latest.current;
          const own = options.type === "file" || options.type === "image" ? options : undefined;
          const { action, responseName, token } = own ?? {};
          return services.upload(file, { ...sending, action, responseName, token });
        },
        onChange: (value) => latest.current.onChange(value),
        onBusy: (busy) => latest.current.onBusy?.(busy),
      }),
  );
  const { value, text } = props;
  useEffect(() => {
    const names = text?.split(",");
    list.show(value, (path, index) => names?.[index] ?? fileName(path));
  }, [list, value, text]);
  useEffect(() => {
    // A page behind another tab stops; it goes on when it is shown again.
    if (list.isBusy) list.resume();
    return () => list.stop();
  }, [list]);
  return list;
}
