import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { DivisionCascader } from "./DivisionCascader.tsx";

/** It brings the list of all divisions. */
const AreaSelects = lazyPart(() => import("./AreaSelects.tsx").then((module) => ({ default: module.AreaSelects })));

/** Province, city and district; stores the code of the last. */
export function AreaEditor(props: EditorProps) {
  const { options, value, text } = props;
  if (options.type === "area" && options.as === "select") return <AreaSelects {...props} />;
  // A stored document is older than its meta-schema: what it asks for may be no longer, or never have been, a kind.
  const kind: string | undefined = options.type === "area" ? options.as : undefined;
  const isBad = kind !== undefined && kind !== "cascader";
  return (
    <>
      <DivisionCascader
        id={props.id}
        placeholder={messages.form.select(props.title)}
        value={typeof value === "string" ? value : ""}
        // The server sends the words of a stored code.
        words={text}
        aria={props.aria}
        disabled={props.disabled}
        autoOpen={props.autoOpen ?? false}
        onChange={props.onChange}
        onBlur={props.onBlur}
      />
      {isBad ? <span className="sc-hint sc-bad">{pickMessages.area.badType}</span> : null}
    </>
  );
}
