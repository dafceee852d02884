import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from "react";
import type { EditorProps } from "../editor-props.ts";
import type { UploadList } from "./upload-list.ts";
import "./uploads.css";

interface UploadZoneProps extends Pick<EditorProps, "id" | "title" | "disabled" | "onBlur"> {
  readonly list: UploadList;
  readonly className: string;
  readonly children: ReactNode;
}

/** Files may be dropped anywhere on a field and pasted while the focus is inside it. */
export function UploadZone({ id, title, disabled, onBlur, list, className, children }: UploadZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent | ClipboardEvent, files: FileList) => {
    if (disabled || files.length === 0) return;
    event.preventDefault();
    list.add([...files]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take no drops in Safari
    <div
      id={id}
      role="group"
      aria-label={title}
      className={isOver ? `${className} sc-upload-over` : className}
      onBlur={({ currentTarget: zone, target, relatedTarget }) => {
        if (isPartOf(zone, relatedTarget)) return;
        // A menu that closes takes the focus with it: the keys stay here.
        if (!relatedTarget && target.closest(menu)) requestAnimationFrame(() => takeFocus(zone));
        else onBlur();
      }}
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        take(event, event.dataTransfer.files);
      }}
    >
      {children}
    </div>
  );
}

/** The menu of a file is drawn elsewhere in the page, and a press in it is none outside. */
const isPartOf = (zone: Element, next: Element | null): boolean => zone.contains(next) || Boolean(next?.closest(menu));
const menu = ".ant-dropdown";

function takeFocus(zone: Element): void {
  if (document.activeElement === document.body) zone.querySelector<HTMLElement>("button")?.focus();
}
