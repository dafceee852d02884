import { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { cleanHtml } from "../../html/clean-html.ts";
import { useEvent } from "../../layouts/use-event.ts";
import type { EditorProps } from "../editor-props.ts";
import type { Picture } from "../writing/PictureDialog.tsx";
import { picturesOf, sendPictures } from "../writing/send-pictures.ts";
import { writingMessages } from "../writing/writing-messages.ts";
import { cleanPasted } from "./clean-pasted.ts";
import { richTextExtensions } from "./rich-text-extensions.ts";

export interface RichText {
  readonly place: RefObject<HTMLDivElement | null>;
  /** Undefined until the first drawing is over. */
  readonly editor: Editor | undefined;
  /** Pictures on their way. */
  readonly sending: number;
  insertPictures(pictures: readonly Picture[], at?: number): void;
}

/** A Tiptap editor over the value of a field: the text goes out cleaned, and comes in only when it changed outside. */
export function useRichText(props: EditorProps): RichText {
  const { id, title, value, disabled, aria, onChange, onBlur, services } = props;
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [sending, setSending] = useState(0);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const html = typeof value === "string" ? value : "";
  // Another object with every drawing of the form.
  const said = JSON.stringify(aria);
  const written = useRef(html);

  const report = useEvent((from: Editor) => {
    const text = isEmpty(from) ? "" : cleanHtml(from.getHTML());
    written.current = text;
    onChange(text || null);
  });
  const insertPictures = useEvent((pictures: readonly Picture[], at?: number) => {
    if (!editor || pictures.length === 0) return;
    const content = pictures.map(({ src, alt }) => ({ type: "image", attrs: { src, alt } }));
    editor
      .chain()
      .focus()
      .insertContentAt(at ?? editor.state.selection.to, content)
      .run();
  });
  const send = useEvent(async (files: readonly File[], at?: number) => {
    setSending((count) => count + files.length);
    const pictures = await sendPictures(files, props);
    setSending((count) => count - files.length);
    insertPictures(pictures, at);
  });
  const clean = useEvent((source: string): string => {
    const { html: rest, pictures, lostPictures } = cleanPasted(source);
    if (pictures.length > 0) void send(pictures);
    if (lostPictures > 0) services.notify("warning", writingMessages.lostPictures(lostPictures));
    return cleanHtml(rest);
  });
  const paste = useEvent((event: ClipboardEvent): boolean => {
    const files = picturesOf(event.clipboardData?.files);
    // Excel sends a picture of the cells along with the cells; a copied picture comes with nothing but its own element.
    if (files.length === 0 || hasWords(event.clipboardData?.getData("text/html") ?? "")) return false;
    void send(files);
    return true;
  });
  const drop = useEvent((event: DragEvent, at: number | undefined): boolean => {
    const files = picturesOf(event.dataTransfer?.files);
    if (files.length > 0) void send(files, at);
    // Other files must not be opened in the place of the page.
    return (event.dataTransfer?.files.length ?? 0) > 0;
  });
  const blurred = useEvent(() => onBlur());

  useLayoutEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: [...richTextExtensions],
      content: cleanHtml(written.current),
      editorProps: {
        // ProseMirror would use up Escape, by which the full screen and the window around it are left.
        handleDOMEvents: { keydown: (_view, { key, isComposing }) => key === "Escape" && !isComposing },
        transformPastedHTML: clean,
        handlePaste: (_view, event) => paste(event),
        handleDrop: (view, event, _slice, isMoved) =>
          !isMoved && drop(event, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
      },
      onUpdate: ({ editor: from }) => report(from),
      onTransaction: redraw,
      onBlur: blurred,
    });
    setEditor(made);
    return () => made.destroy();
  }, [clean, paste, drop, report, blurred]);

  useEffect(() => {
    if (!editor || html === written.current) return;
    written.current = html;
    editor.commands.setContent(cleanHtml(html), { emitUpdate: false });
  }, [editor, html]);
  useEffect(() => {
    if (!editor) return;
    editor.setEditable(!disabled, false);
    const attributes: Record<string, string> = {
      id,
      class: "sc-html",
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": title,
      ...(disabled ? { "aria-disabled": "true" } : { tabindex: "0" }),
    };
    const saidOf: Readonly<Record<string, unknown>> = JSON.parse(said);
    for (const [name, words] of Object.entries(saidOf)) attributes[name] = String(words);
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } });
  }, [editor, disabled, id, title, said]);

  return { place, editor, sending, insertPictures };
}

/** No words, pictures or lines: an empty paragraph does not fill a required field. */
export function isEmpty(editor: Editor): boolean {
  let isBlank = editor.getText().trim() === "";
  editor.state.doc.descendants((node) => {
    if (node.type.name === "image" || node.type.name === "horizontalRule" || node.type.name === "table")
      isBlank = false;
    return isBlank;
  });
  return isBlank;
}

const hasWords = (html: string): boolean =>
  html !== "" && (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").trim() !== "";
