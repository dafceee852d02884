import type { CodeProps } from "../code/code-props.ts";

/** The code editor as a plain field, for tests without a browser. */
export function PlainCode({ id, label, value, height, placeholder, readOnly, aria, onChange, onBlur }: CodeProps) {
  return (
    <textarea
      {...aria}
      id={id}
      aria-label={label}
      style={{ height }}
      placeholder={placeholder}
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
