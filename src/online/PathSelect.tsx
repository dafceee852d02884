import { Select } from "antd";
import type { BuildField } from "../../runtime/online-reports/report-build.ts";

interface PathSelectProps {
  readonly label: string;
  readonly placeholder: string;
  readonly paths: ReadonlyMap<string, BuildField>;
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
}

/** Several fields of a list, found by what they are called. */
export function PathSelect({ label, placeholder, paths, value, onChange }: PathSelectProps) {
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={placeholder}
      optionFilterProp="label"
      options={pathOptions(paths)}
      value={[...value]}
      onChange={onChange}
    />
  );
}

export const pathOptions = (paths: ReadonlyMap<string, BuildField>) =>
  [...paths].map(([value, { title }]) => ({ value, label: title }));
