import { Cascader } from "antd";
import { areaCodes, areaOfPrefix, areaPrefix, areaText } from "../../runtime/area/areas.ts";
import { areaOptions, isMeant } from "../editors/area/area-options.ts";
import "../editors/area/area.css";
import { messages } from "../messages.ts";
import type { FilterProps } from "./FilterControl.tsx";

/** A division of any level: rows in it and in everything below, because their codes begin alike. */
export function AreaFilter({ id, item, value, onChange }: FilterProps) {
  const code = typeof value === "string" && value ? areaOfPrefix(value) : "";
  return (
    <Cascader
      id={id}
      allowClear
      changeOnSelect
      className="sc-filter-select"
      classNames={{ popup: { root: "sc-area-popup" } }}
      placeholder={messages.form.select(item.title)}
      options={areaOptions()}
      value={code ? areaCodes(code) : []}
      displayRender={() => areaText(code) ?? String(value)}
      showSearch={{ filter: isMeant, limit: 50 }}
      onChange={(path) => onChange(path?.length ? areaPrefix(String(path.at(-1))) : undefined)}
    />
  );
}
