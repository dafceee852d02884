import { Cascader } from "antd";
import { areaCodes, areaText } from "../../../runtime/area/areas.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { areaOptions, isMeant } from "./area-options.ts";
import "./area.css";

/** Hits of a search; more are not looked through. */
const searchLimit = 50;

/** Province, city and district side by side; found by name or by pinyin initials. */
export function AreaCascader({ id, title, value, disabled, aria, autoOpen = false, onChange, onBlur }: EditorProps) {
  const code = typeof value === "string" ? value : "";
  return (
    <Cascader
      {...aria}
      id={id}
      allowClear
      autoFocus={autoOpen}
      defaultOpen={autoOpen}
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
  );
}
