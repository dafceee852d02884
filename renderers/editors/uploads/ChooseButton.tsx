import { type ReactNode, useRef } from "react";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import type { UploadList } from "./upload-list.ts";
import { acceptOf, type UploadRules } from "./upload-rules.ts";

interface ChooseButtonProps extends Pick<EditorProps, "title" | "aria"> {
  readonly list: UploadList;
  readonly rules: UploadRules;
  readonly className: string;
  readonly children: ReactNode;
}

/** Opens the browser's file dialog. */
export function ChooseButton({ title, aria, list, rules, className, children }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={rules.count !== 1}
        accept={acceptOf(rules)}
        aria-label={messages.upload.choose(title)}
        onChange={(event) => {
          list.add([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      <button
        type="button"
        className={className}
        aria-describedby={aria["aria-describedby"]}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
    </>
  );
}
