import { type AnyExtension, Mark, mergeAttributes } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table/kit";
import { TextAlign } from "@tiptap/extension-text-align";
import { BackgroundColor, Color, TextStyle } from "@tiptap/extension-text-style";
import StarterKit from "@tiptap/starter-kit";
import { isSafeLink } from "../../../runtime/format/html-policy.ts";

/** A mark of one tag, which older texts have: what nobody can write here must not be lost when the text is opened. */
const plainMark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

/** What a formatted text consists of: the part of `html-policy` that people write. */
export const richTextExtensions: readonly AnyExtension[] = [
  StarterKit.configure({
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: "https",
      isAllowedUri: (address) => isSafeLink(address) || /^(mailto|tel):[\w@.+-]+$/.test(address),
      HTMLAttributes: { rel: null, target: null },
    },
    trailingNode: false,
  }),
  TextStyle,
  Color,
  BackgroundColor,
  TextAlign.configure({ types: ["heading", "paragraph"], alignments: ["left", "center", "right"] }),
  Image.configure({
    inline: true,
    resize: { enabled: true, minWidth: 24, minHeight: 24, alwaysPreserveAspectRatio: true },
  }),
  TableKit.configure({ table: { resizable: false } }),
  ...(["sub", "sup", "mark", "small"] as const).map((tag) => plainMark(tag, tag)),
];
