import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { words } from "../../../runtime/format/words.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { TouchedBox } from "../TouchedBox.tsx";
import { nodeWords, rootKey } from "./node-words.ts";
import { isCondition } from "./tree-source.ts";

const TreeControl = lazyPart(async () => ({ default: (await import("./TreeControl.tsx")).TreeControl }));

/** PCK-06, PCK-07: one node or several of a tree; the tree comes when it is touched. */
export const TreeSelectEditor = observer(function TreeSelectEditor(props: EditorProps) {
  const { options, value, services } = props;
  if (options.type !== "tree-select" && options.type !== "category-select") {
    throw new Error(`no tree for ${options.type}`);
  }
  const isRight = isCondition(options.condition);
  useEffect(() => {
    if (!isRight) services.notify("error", messages.trees.badCondition);
  }, [isRight, services]);
  const values = commaParts(value).filter((one) => one !== rootKey);
  return (
    <TouchedBox
      editor={{ ...props, disabled: props.disabled || !isRight }}
      control={TreeControl}
      words={values.map((_, index) => nodeWords(props, values, index)).join(words.listComma)}
      onClear={() => {
        props.onPicked?.(undefined);
        if (options.type === "category-select" && options.back) props.onFill?.({ [options.back]: null });
        props.onChange(null);
      }}
    />
  );
});
