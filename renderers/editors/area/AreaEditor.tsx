import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { TouchedBox } from "../TouchedBox.tsx";

/** Both bring the list of all divisions. */
const AreaCascader = lazyPart(async () => ({ default: (await import("./AreaCascader.tsx")).AreaCascader }));
const AreaSelects = lazyPart(() => import("./AreaSelects.tsx").then((module) => ({ default: module.AreaSelects })));

/** Province, city and district; stores the code of the last. */
export function AreaEditor(props: EditorProps) {
  const { options, value, text, onChange } = props;
  if (options.type === "area" && options.as === "select") return <AreaSelects {...props} />;
  // A stored document is older than its meta-schema: what it asks for may be no longer, or never have been, a kind.
  const kind: string | undefined = options.type === "area" ? options.as : undefined;
  const isBad = kind !== undefined && kind !== "cascader";
  return (
    <>
      <TouchedBox
        editor={props}
        control={AreaCascader}
        // The server sends the words of a stored code; those of another come with the divisions.
        words={value ? text : ""}
        onClear={() => onChange(null)}
      />
      {isBad ? <span className="sc-help sc-help-error">{messages.area.badType}</span> : null}
    </>
  );
}
