import { Button, type ButtonProps } from "antd";
import { type ReactNode, useRef } from "react";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import type { UploadList } from "./upload-list.ts";
import { acceptOf, type UploadRules } from "./upload-rules.ts";

interface ChooseButtonProps extends Pick<EditorProps, "title" | "aria"> {
  /** How antd's button looks. */
  readonly look?: Pick<ButtonProps, "type" | "size" | "icon" | "danger">;
  readonly list: UploadList;
  readonly rules: UploadRules;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Opens the browser's file dialog. */
export function ChooseButton({ title, aria, list, look, rules, className, children }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={rules.count !== 1}
        accept={acceptOf(rules)}
        aria-label={uploadCellMessages.field.choose(title)}
        onChange={(event) => {
          list.add([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      <Button
        {...look}
        className={`${className ?? ""} sc-upload-choose`}
        aria-describedby={aria["aria-describedby"]}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
