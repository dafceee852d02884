import { Cascader, Select } from "antd";
import { type AreaNode, areaCodes, areaText, areaTree, isAreaMatch } from "../../../runtime/area/areas.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { areaOptions, isMeant } from "./area-options.ts";
import "./area.css";

/** Hits of a search; more are not looked through. */
const searchLimit = 50;

/** Province, city and district; stores the code of the last. Found by name or by pinyin initials. */
export function AreaEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange, onBlur } = props;
  if (options.type === "area" && options.as === "select") return <AreaSelects {...props} />;
  const code = typeof value === "string" ? value : "";
  // A stored document is older than its meta-schema: what it asks for may be no longer, or never have been, a kind.
  const kind: string | undefined = options.type === "area" ? options.as : undefined;
  const isBad = kind !== undefined && kind !== "cascader";
  return (
    <>
      <Cascader
        {...aria}
        id={id}
        allowClear
        className="sc-editor-wide"
        classNames={{ popup: { root: "sc-area-popup" } }}
        status={aria["aria-invalid"] ? "error" : ""}
        disabled={disabled}
        placeholder={messages.form.select(title)}
        options={areaOptions()}
        value={code ? areaCodes(code) : []}
        displayRender={() => areaText(code) ?? code}
        showSearch={{ filter: isMeant, limit: searchLimit }}
        onChange={(path) => onChange(String(path?.at(-1) ?? "") || null)}
        onBlur={onBlur}
      />
      {isBad ? <span className="sc-help sc-help-error">{messages.area.badType}</span> : null}
    </>
  );
}

/** Three selects side by side; a value is stored when a district is chosen, or the level that has none below. */
function AreaSelects({ id, title, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const chosen = typeof value === "string" && value ? areaCodes(value) : [];
  const levels: (readonly AreaNode[])[] = [areaTree()];
  for (const code of chosen) levels.push(levels.at(-1)?.find((node) => node.code === code)?.children ?? []);
  return (
    <div className="sc-area-selects">
      {messages.area.levels.map((level, index) => (
        <Select<string>
          key={level}
          {...aria}
          {...(index === 0 ? { id } : {})}
          allowClear
          aria-label={`${title} ${level}`}
          status={aria["aria-invalid"] ? "error" : ""}
          disabled={disabled || (index > 0 && chosen[index - 1] === undefined)}
          placeholder={messages.form.select(level)}
          showSearch={{ filterOption: (typed, node) => isAreaMatch(String(node?.label ?? ""), typed) }}
          options={(levels[index] ?? []).map((node) => ({ value: node.code, label: node.name }))}
          value={chosen[index] ?? null}
          labelRender={({ value: code }) => lastName(String(code))}
          onChange={(code) => onChange(code ?? chosen[index - 1] ?? null)}
          onBlur={onBlur}
        />
      ))}
    </div>
  );
}

/** The division's own name, also of an abolished one. */
function lastName(code: string): string {
  const parent = areaCodes(code).at(-2);
  const above = parent ? (areaText(parent) ?? "") : "";
  const text = areaText(code) ?? code;
  return text.startsWith(above) && text.length > above.length ? text.slice(above.length) : text;
}
