import { DivisionCascader } from "../../editors/area/DivisionCascader.tsx";
import { messages } from "../../messages.ts";
import type { FilterProps } from "../filter-props.ts";

/** A division of any level: rows in it and in everything below, because their codes begin alike. */
export function AreaFilter({ id, item, value, onChange }: FilterProps) {
  return (
    <DivisionCascader
      id={id}
      anyLevel
      placeholder={messages.form.select(item.title)}
      value={typeof value === "string" ? value : ""}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
